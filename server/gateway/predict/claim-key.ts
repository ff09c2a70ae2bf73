import { setTimeout } from "node:timers/promises";
import { and, eq, inArray } from "drizzle-orm";
import { canonicalJson } from "#lib/contract/canonical.ts";
import { MAX_IDEMPOTENCY_KEY, readIdempotencyKey } from "#lib/contract/idempotency-key.ts";
import type { OrderedRequest } from "#lib/contract/request.ts";
import { OUTCOMES } from "#lib/domain/audit-events.ts";
import type { Event } from "#server/audit/log/event.ts";
import { describeError } from "#server/base/describe-error.ts";
import { sha256 } from "#server/base/digest.ts";
import { auditUnavailable, GatewayError, isGatewayError } from "#server/base/errors.ts";
import type { Database } from "#server/db/open.ts";
import { events } from "#server/db/schema.ts";
import type { GatewayContext } from "#server/gateway/context.ts";
import { getForecast } from "#server/gateway/forecasts/get-forecast.ts";
import { type Deadline, startDeadline } from "#server/limits/deadline.ts";
import { unlessAborted } from "#server/limits/unless-aborted.ts";
import type { Answer, Call } from "./call.ts";
import type { Claim } from "./idempotency-keys.ts";
import type { ValidRequest } from "./valid-request.ts";

type Claiming = Pick<GatewayContext, "config" | "database" | "idempotencyKeys" | "log" | "now">;

/** Interval at which the audit log is polled for the outcome of a request in another process. */
const POLL_MS = 100;

export interface HeldKey {
  /** Frees the key if no inference can have happened. Lets this process's next request with the key go on. */
  leave(answer: Answer): Promise<void>;
}

const NO_KEY: HeldKey = { leave: async () => {} };

/**
 * Claims the call's idempotency key, or returns the recorded answer of the request that claimed it first. Waits for that
 * answer until the deadline. A key never causes a second inference. If a request ended without an outcome in the audit
 * log, it may have called the model, so its key answers MODEL_TIMEOUT until it expires.
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
  if (key === undefined) throw new GatewayError("INVALID_REQUEST", { message: MALFORMED });
  return {
    keyHash: sha256(canonicalJson([caller.type, caller.id, key])),
    requestId,
    requestDigest: sha256(canonicalJson(ordered)),
  };
}

/** Returns the recorded answer, or the claimed key with the function that admits this process's next request with it. */
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
    if (deadline.signal.aborted) throw new GatewayError("MODEL_TIMEOUT", { message: STILL_RUNNING });
    if (isGatewayError(error)) throw error;
    throw auditUnavailable(error);
  } finally {
    deadline.clear();
  }
}

const MALFORMED = `Idempotency-Key must be one line with one string of 1 to ${MAX_IDEMPOTENCY_KEY} characters of ASCII, such as "8e03978e-40d5".`;
const OTHER_REQUEST =
  "This Idempotency-Key was sent with another request within the last 24 hours. Send a new key with a new request.";
const STILL_RUNNING =
  "The deadline passed while the first request with this Idempotency-Key was being answered. Send the same key again later.";
const NO_OUTCOME =
  "The first request with this Idempotency-Key ended without a recorded answer, and no second inference is made for a key. Send a new key to ask again.";

/** Returns the recorded answer under the key, or undefined if the key has just been claimed. */
async function findAnswer(gateway: Claiming, claim: Claim, deadline: Deadline): Promise<Answer | undefined> {
  const { database, idempotencyKeys, now } = gateway;
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
      throw new GatewayError("INVALID_REQUEST", { message: OTHER_REQUEST });
    }
    if (outcome !== undefined && outcome.kind !== "prediction.abandoned") {
      return replay(database, holder.requestId, outcome);
    }
    // The embedded database has only this process, in which no other request holds the key.
    if (outcome !== undefined || database.kind === "embedded" || now() >= holder.endsAt) {
      throw new GatewayError("MODEL_TIMEOUT", { message: NO_OUTCOME });
    }
    await unlessAborted(setTimeout(POLL_MS), deadline.signal);
  }
}

async function replay(
  database: Database,
  requestId: string,
  outcome: Extract<Outcome, { kind: "prediction.answered" }> | Extract<Outcome, { kind: "prediction.failed" }>,
): Promise<Answer> {
  if (outcome.kind === "prediction.answered") {
    const { response, options } = await getForecast(database, requestId);
    return { ok: true, response, options, replayed: true };
  }
  const { code, message, retry_after } = outcome;
  // Restores the member order: canonical JSON has sorted the members.
  const issues = outcome.issues?.map((issue) => ({ code: issue.code, path: issue.path, message: issue.message })) ?? [];
  const error = new GatewayError(code, { message, issues, retryAfter: retry_after ?? undefined });
  return { ok: false, requestId, error, replayed: true, inferred: true };
}

async function release({ idempotencyKeys, log }: Claiming, claim: Claim): Promise<void> {
  try {
    await idempotencyKeys.release(claim);
  } catch (failure) {
    log.error({ requestId: claim.requestId, failure: describeError(failure) }, "an idempotency key was not freed yet");
  }
}

type Outcome = Extract<Event, { kind: (typeof OUTCOMES)[number] }>;

async function readOutcome(database: Database, requestId: string): Promise<Outcome | undefined> {
  const rows = await database.orm
    .select({ kind: events.kind, body: events.body })
    .from(events)
    .where(and(eq(events.requestId, requestId), inArray(events.kind, [...OUTCOMES])));
  // By precedence: an answer in the log counts, even if its caller got an error.
  const first = OUTCOMES.flatMap((kind) => rows.filter((row) => row.kind === kind))[0];
  return first === undefined ? undefined : JSON.parse(first.body.toString());
}
