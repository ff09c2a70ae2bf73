import { ERRORS } from "#lib/contract/error-table.ts";
import { milliseconds } from "#lib/milliseconds.ts";
import type { EventContent } from "#server/audit/log/event.ts";
import type { Subject } from "#server/audit/log/prediction-events.ts";
import { describeError } from "#server/base/describe-error.ts";
import type { ContractError } from "#server/base/errors.ts";
import type { GatewayContext } from "#server/gateway/context.ts";
import { isReviewMissing } from "./admit.ts";
import { type About, actorOf, type Call, type Refused } from "./call.ts";
import type { HeldKey } from "./claim-key.ts";
import type { ValidRequest } from "./valid-request.ts";

const MAX_RECORDED_ISSUES = 10;

/** The beginning of a path without names that the caller chose: a refused request has no id under which to erase them. */
const OWN_NAMES =
  /^(\/(model|task|type|instructions|criteria|resolution|resolves_at|input|as_of|context|text|data|observed_at|\d{1,3})(?=\/|$))*/;

/** Progress of a prediction until it failed, which determines the audit event of the refusal. */
export interface Progress {
  key?: HeldKey;
  /** Set once the request is valid and has no recorded answer. */
  valid?: ValidRequest;
  /** Set once the opening event is recorded. */
  opened?: Subject;
  /** Whether the model may have been called. */
  inferring: boolean;
}

type Recording = Pick<GatewayContext, "events" | "refusals" | "model" | "log">;

/** Records why a call was refused or failed, and returns the refusal. */
export async function recordRefusal(
  gateway: Recording,
  call: Call,
  { valid, opened, inferring }: Progress,
  error: ContractError,
): Promise<Refused> {
  const inferred = inferring && !error.declined;
  const refused = { ok: false, requestId: call.requestId, error, replayed: false, inferred } as const;
  if (opened !== undefined) {
    await record(gateway, call, error, failureOf(call, opened, error, inferred));
    return refused;
  }
  const about = valid === undefined ? {} : aboutOf(gateway, call, valid);
  if (!gateway.refusals.takes(call.caller, about, error)) {
    const issues = error.issues.slice(0, MAX_RECORDED_ISSUES);
    await record(gateway, call, error, {
      kind: "prediction.refused",
      ...about,
      request_id: call.requestId,
      code: error.code,
      codes: issues.map(({ code }) => code),
      ...(issues.length === 0 ? {} : { paths: issues.map(({ path }) => OWN_NAMES.exec(path)?.[0] ?? "") }),
      total_ms: elapsed(call),
    });
  }
  return valid !== undefined && isReviewMissing(gateway.model, valid.request, error)
    ? { ...refused, unreviewed: valid }
    : refused;
}

function aboutOf(
  { model: { release } }: Recording,
  { requestId }: Call,
  { request, task, input }: ValidRequest,
): About {
  const content = { request_id: requestId, task_id: task.id, input_id: input.id };
  return request.model === release ? { ...content, release } : content;
}

function failureOf(call: Call, subject: Subject, error: ContractError, inferred: boolean): EventContent {
  return {
    kind: "prediction.failed",
    ...subject,
    code: error.code,
    asked: inferred,
    cancelled: call.signal.aborted,
    message: error.message,
    issues: error.issues,
    ...(error.usage === undefined ? {} : { usage: error.usage }),
    ...(error.reason === undefined ? {} : { reason: error.reason }),
    retry_after: error.retryAfter ?? null,
    total_ms: elapsed(call),
  };
}

/** Records the event of a refusal. Never rejects, because the caller gets the refusal even if recording fails. */
async function record(gateway: Recording, call: Call, error: ContractError, event: EventContent): Promise<void> {
  const { requestId } = call;
  const { code, detail } = error;
  // Not logged if the caller left: then the request was cancelled and nothing failed.
  if (ERRORS[code].status >= 500 && !call.signal.aborted) {
    gateway.log.error({ requestId, code, detail }, "request failed");
  }
  const recorded = gateway.events.append(actorOf(call.caller), event).catch((failure: unknown) => {
    gateway.log.error({ requestId, code, failure: describeError(failure) }, "a refusal could not be recorded");
  });
  // If the audit log has just failed, waiting for it is pointless.
  if (code !== "AUDIT_UNAVAILABLE") await recorded;
}

function elapsed({ arrivedAt }: Call): number {
  return milliseconds(performance.now() - arrivedAt);
}
