import { ERRORS } from "#lib/contract/error-table.ts";
import { milliseconds } from "#lib/milliseconds.ts";
import type { EventContent } from "#server/audit/log/event.ts";
import type { Subject } from "#server/audit/log/prediction-events.ts";
import { describeError } from "#server/base/describe-error.ts";
import type { ContractError } from "#server/base/errors.ts";
import type { GatewayContext } from "#server/gateway/context.ts";
import { type About, actorOf, type Call, type Refused } from "./call.ts";

const MAX_RECORDED_ISSUES = 10;

/** Answers a call that was refused before its opening event, and records or counts the refusal. */
export async function refuse(
  gateway: GatewayContext,
  call: Call,
  about: About,
  error: ContractError,
): Promise<Refused> {
  if (!gateway.refusals.takes(call.caller, about, error)) {
    await record(gateway, call, error, {
      kind: "prediction.refused",
      ...about,
      request_id: call.requestId,
      code: error.code,
      issues: error.issues.slice(0, MAX_RECORDED_ISSUES).map(({ code, path }) => ({ code, path })),
      total_ms: elapsed(call),
    });
  }
  return { ok: false, requestId: call.requestId, error, replayed: false, inferred: false };
}

/** Answers a call that failed after its opening event, and records how it ended. */
export async function fail(
  gateway: GatewayContext,
  call: Call,
  subject: Subject,
  error: ContractError,
  { inferred }: { readonly inferred: boolean },
): Promise<Refused> {
  await record(gateway, call, error, {
    kind: "prediction.failed",
    ...subject,
    code: error.code,
    asked: inferred,
    cancelled: call.signal.aborted,
    message: error.message,
    issues: error.issues,
    retry_after: error.retryAfter ?? null,
    total_ms: elapsed(call),
  });
  return { ok: false, requestId: call.requestId, error, replayed: false, inferred };
}

/** A refusal keeps its code even where it cannot be recorded: its check comes before that of recording. */
async function record(gateway: GatewayContext, call: Call, error: ContractError, event: EventContent): Promise<void> {
  const { requestId } = call;
  const { code, detail } = error;
  // Nothing failed where the caller left: the request was given up for that.
  if (ERRORS[code].status >= 500 && !call.signal.aborted) {
    gateway.log.error({ requestId, code, detail }, "request failed");
  }
  const recorded = gateway.events.append(actorOf(call.caller), event).catch((failure: unknown) => {
    gateway.log.error({ requestId, code, failure: describeError(failure) }, "a refusal could not be recorded");
  });
  // Where the audit log has just failed there is nothing to wait for.
  if (code !== "AUDIT_UNAVAILABLE") await recorded;
}

function elapsed({ arrivedAt }: Call): number {
  return milliseconds(performance.now() - arrivedAt);
}
