import { setTimeout } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { canonicalJson } from "#lib/contract/canonical.ts";
import { MAX_IDEMPOTENCY_KEY, readIdempotencyKey } from "#lib/contract/idempotency-key.ts";
import type { OrderedRequest } from "#lib/contract/request.ts";
import { OUTCOMES } from "#lib/domain/audit-events.ts";
import { openEvent } from "#server/audit/log/contents.ts";
import type { Event } from "#server/audit/log/event.ts";
import { describeError } from "#server/base/describe-error.ts";
import { sha256 } from "#server/base/digest.ts";
import { auditUnavailable, GatewayError, isGatewayError } from "#server/base/errors.ts";
import { contentsOfEvent } from "#server/db/event-contents.ts";
import type { Database } from "#server/db/open.ts";
import { events } from "#server/db/schema.ts";
import type { GatewayContext } from "#server/gateway/context.ts";
import { getForecast } from "#server/gateway/forecasts/get-forecast.ts";
import { findErasure } from "#server/gateway/forecasts/read-content.ts";
import { type Deadline, startDeadline } from "#server/limits/deadline.ts";
import { unlessAborted } from "#server/limits/unless-aborted.ts";
import { erasedRefusal } from "./admit.ts";
import type { Answer, Call } from "./call.ts";
import type { Claim } from "./idempotency-keys.ts";
import type { ValidRequest } from "./valid-request.ts";

type Claiming = Pick<GatewayContext, "config" | "database" | "idempotencyKeys" | "log">;

/** Interval of polling the audit log for the outcome of a request that runs in another process. */
const POLL_MS = 100;

export interface HeldKey {
  /** Releases the key if no inference can have happened. Lets this process's next request with the key continue. */
  leave(answer: Answer): Promise<void>;
}

const NO_KEY: HeldKey = { leave: async () => {} };

/**
 * Claims the idempotency key of a call, or waits until the deadline for the recorded answer of the request that claimed
 * the key first. A key never causes a second inference: if the first request ended without an outcome in the audit log,
 * it may have called the model, so the key gets MODEL_TIMEOUT until the key expires.
 */
export async function claimKey(
  gateway: Claiming,
  call: Call,
  { request, options }: ValidRequest,
): Promise<HeldKey | { readonly answer: Answer }> {
  if (call.idempotencyKey === undefined) return NO_KEY;
  const claim = toClaim(call, call.idempotencyKey, { request, options });
  const found = await findOrClaim(gateway, call, claim);
  if ("answer" in found) return found;
  return {
    async leave(answer) {
      if (!answer.ok && !answer.inferred) await release(gateway, claim);
      found.end();
    },
  };
}

function toClaim({ caller, requestId }: Call, header: string, ordered: OrderedRequest): Claim {
  const key = readIdempotencyKey(header);
  if (key === undefined) throw new GatewayError("INVALID_REQUEST", { wholeMessage: MALFORMED });
  return {
    keyHash: sha256(canonicalJson([caller.type, caller.id, key])),
    requestId,
    requestDigest: sha256(canonicalJson(ordered)),
  };
}

/** Returns the recorded answer. Otherwise claims the key and returns the function that lets the next request enter. */
async function findOrClaim(
  gateway: Claiming,
  call: Call,
  claim: Claim,
): Promise<{ readonly answer: Answer } | { readonly end: () => void }> {
  const deadline = startDeadline(call.arrivedAt, gateway.config.model.deadlineMs, call.signal);
  try {
    const end = await gateway.idempotencyKeys.enter(claim.keyHash, deadline.signal);
    try {
      const answer = await findAnswer(gateway, claim, deadline);
      if (answer === undefined) return { end };
      end();
      return { answer };
    } catch (error) {
      end();
      throw error;
    }
  } catch (error) {
    if (deadline.signal.aborted) throw new GatewayError("MODEL_TIMEOUT", { wholeMessage: STILL_RUNNING });
    if (isGatewayError(error)) throw error;
    throw auditUnavailable(error);
  } finally {
    deadline.clear();
  }
}

const MALFORMED = `The Idempotency-Key is malformed. Send one header line with 1 to ${MAX_IDEMPOTENCY_KEY} ASCII characters in quotation marks, such as "8e03978e-40d5".`;
const OTHER_REQUEST =
  "This Idempotency-Key was sent with a different request within the last 24 hours. Send a new key with each new request.";
const STILL_RUNNING =
  "The deadline passed while the first request with this Idempotency-Key was still running. Retry later with the same key.";
const ERASED = "The message of this error was erased.";
const NO_OUTCOME =
  "The first request with this Idempotency-Key ended without a recorded answer. A key never starts a second inference. Send a new key to try again.";

/** Returns the recorded answer of the key. Otherwise claims the key and returns undefined. */
async function findAnswer(gateway: Claiming, claim: Claim, deadline: Deadline): Promise<Answer | undefined> {
  const { database, idempotencyKeys } = gateway;
  const blocked = database.blockedReason();
  if (blocked !== undefined) throw new GatewayError("AUDIT_UNAVAILABLE", { retryAfter: 5, detail: blocked });
  let ended: string | undefined;
  for (;;) {
    const holder = await idempotencyKeys.claim(claim, ended);
    if (holder === undefined) return undefined;
    const outcome = await readOutcome(database, holder.requestId);
    if (outcome?.kind === "prediction.refused" || (outcome?.kind === "prediction.failed" && !outcome.asked)) {
      ended = holder.requestId;
      continue;
    }
    if (!holder.requestDigest.equals(claim.requestDigest)) {
      throw new GatewayError("INVALID_REQUEST", { wholeMessage: OTHER_REQUEST });
    }
    if (outcome !== undefined && outcome.kind !== "prediction.abandoned") {
      return replay(database, holder.requestId, outcome);
    }
    // Only this process uses the embedded database, and no other request in it has entered with the key.
    if (outcome !== undefined || database.kind === "embedded" || holder.hasEnded) {
      throw new GatewayError("MODEL_TIMEOUT", { wholeMessage: NO_OUTCOME });
    }
    await unlessAborted(setTimeout(POLL_MS), deadline.signal);
  }
}

async function replay(
  database: Database,
  requestId: string,
  outcome: Extract<Outcome, { kind: "prediction.answered" }> | Extract<Outcome, { kind: "prediction.failed" }>,
): Promise<Answer> {
  if (await findErasure(database, { taskId: outcome.task_id, inputId: outcome.input_id }))
    return { ok: false, requestId, error: erasedRefusal(), replayed: true, inferred: true };
  if (outcome.kind === "prediction.answered") {
    const { response, options } = await getForecast(database, requestId);
    return { ok: true, response, options, replayed: true };
  }
  const { code, message, reason, retry_after } = outcome;
  const error = new GatewayError(code, {
    wholeMessage: message ?? ERASED,
    issues: outcome.issues ?? [],
    reason,
    retryAfter: retry_after ?? undefined,
  });
  return { ok: false, requestId, error, replayed: true, inferred: true };
}

async function release({ idempotencyKeys, log }: Claiming, claim: Claim): Promise<void> {
  try {
    await idempotencyKeys.release(claim);
  } catch (failure) {
    log.error(
      { requestId: claim.requestId, failure: describeError(failure) },
      "an idempotency key could not be released; a background job retries",
    );
  }
}

type Outcome = Extract<Event, { kind: (typeof OUTCOMES)[number] }>;

async function readOutcome(database: Database, requestId: string): Promise<Outcome | undefined> {
  const rows = await database.orm
    .select({ kind: events.kind, body: events.body, contents: contentsOfEvent })
    .from(events)
    .where(eq(events.requestId, requestId));
  // OUTCOMES is ordered by precedence: a recorded answer wins, even if its caller got an error.
  const first = OUTCOMES.flatMap((kind) => rows.filter((row) => row.kind === kind))[0];
  return first && (openEvent(first.body, first.contents) as Outcome);
}
