import { routes } from "#lib/console/routes.ts";
import { ERROR_CODES, ERRORS, ORDER_OF_CHECKS } from "#lib/contract/error-table.ts";

export function OrderOfChecks() {
  return (
    <>
      <p>
        Method and target come first: other methods are answered with 405, other addresses with 404. Then,{" "}
        {ORDER_OF_CHECKS.length} steps with {ERROR_CODES.length - 1} codes;{" "}
        <a href={routes.errorCode("INTERNAL_ERROR")}>INTERNAL_ERROR</a> ({ERRORS.INTERNAL_ERROR.status}) is a defect
        wherever it appears.
      </p>
      <ol>
        {ORDER_OF_CHECKS.map(({ check, codes }) => (
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
