import { routes } from "#lib/console/routes.ts";
import { ERROR_CODES, ERRORS, type ErrorCode } from "#lib/contract/error-table.ts";

const STEPS: readonly { readonly check: string; readonly codes: readonly ErrorCode[] }[] = [
  { check: "Credential", codes: ["UNAUTHORIZED"] },
  { check: "Rate limit", codes: ["RATE_LIMITED"] },
  { check: "Size, counted while the body arrives", codes: ["REQUEST_TOO_LARGE"] },
  { check: "JSON", codes: ["INVALID_JSON"] },
  {
    check: "Shape",
    codes: ["INVALID_REQUEST", "INVALID_TASK", "INVALID_CRITERIA", "INVALID_RESOLUTION", "INVALID_CONTEXT"],
  },
  { check: "Time zones, then the cutoff", codes: ["EXPLICIT_TIMEZONE_REQUIRED", "FUTURE_INPUT"] },
  { check: "Idempotency-Key, if there is one: malformed, or sent with another request", codes: ["INVALID_REQUEST"] },
  { check: "Release", codes: ["MODEL_NOT_SUPPORTED"] },
  { check: "Task: reviewed for this release, and usable by it", codes: ["TASK_NOT_SUPPORTED"] },
  { check: "Input: reviewed for this task", codes: ["INPUT_QUALITY_UNVERIFIED"] },
  { check: "The audit log can be written", codes: ["AUDIT_UNAVAILABLE"] },
  { check: "A slot for a model call", codes: ["QUEUE_FULL"] },
  { check: "The model is ready", codes: ["MODEL_OFFLINE", "MODEL_NOT_READY"] },
  { check: "Inference", codes: ["MODEL_TIMEOUT", "INVALID_MODEL_RESPONSE", "INVALID_MODEL_TIMING"] },
  { check: "The answer is recorded, then sent", codes: ["AUDIT_UNAVAILABLE"] },
];

/** The checks of a request in their order, with the codes of each. */
export function OrderOfChecks() {
  return (
    <>
      <p>
        Method and target come first: other methods are answered with 405, other addresses with 404. Then,{" "}
        {STEPS.length} steps with {ERROR_CODES.length - 1} codes;{" "}
        <a href={routes.errorCode("INTERNAL_ERROR")}>INTERNAL_ERROR</a> ({ERRORS.INTERNAL_ERROR.status}) is a defect
        wherever it appears.
      </p>
      <ol>
        {STEPS.map(({ check, codes }) => (
          <li key={check}>
            {check}:{" "}
            {codes.map((code, index) => (
              <span key={code}>
                {index > 0 && ", "}
                <a href={routes.errorCode(code)}>
                  <code>{code}</code>
                </a>
              </span>
            ))}
          </li>
        ))}
      </ol>
    </>
  );
}
