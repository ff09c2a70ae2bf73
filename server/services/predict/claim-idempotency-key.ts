import { setTimeout } from "node:timers/promises";
import { canonicalJson } from "#lib/contract/canonical.ts";
import { MAX_IDEMPOTENCY_KEY, readIdempotencyKey } from "#lib/contract/idempotency-key.ts";
import type { OrderedRequest } from "#lib/contract/request.ts";
import { describeError } from "#server/describe-error.ts";
import { sha256 } from "#server/digest.ts";
import { GatewayError, isGatewayError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { type Deadline, startDeadline } from "#server/infra/limits/deadline.ts";
import { unlessAborted } from "#server/infra/limits/unless-aborted.ts";
import type { Answer, Attempt } from "./attempt.ts";
import type { Claim } from "./idempotency-keys.ts";
import { readOutcome } from "./read-outcome.ts";
import { replay } from "./replay.ts";

/** Either the request has the key and is to be answered, or it was answered before. */
export type Claimed =
  | { readonly first: true; readonly claim: HeldClaim }
  | { readonly first: false; readonly answer: Answer };

export interface HeldClaim {
  /** Frees the key: the request has ended without an inference. */
  release(): Promise<void>;
  /** Lets the next request of this process with the same key go on. */
  end(): void;
}

/** How often the audit log is asked for the answer to a request that another process has. */
const POLL_MS = 100;

/**
 * Claims a request's idempotency key, or finds the recorded answer of the request that had it first; waits for that
 * answer, until the deadline at most. Never is there a second inference for a key: of a request that ended without an
 * outcome in the audit log nobody knows whether it asked the model, so its key answers MODEL_TIMEOUT until it expires.
 */
export async function claimKey(
  gateway: Gateway,
  attempt: Attempt,
  header: string,
  ordered: OrderedRequest,
): Promise<Claimed> {
  const key = readIdempotencyKey(header);
  if (key === undefined) throw new GatewayError("INVALID_REQUEST", { message: MALFORMED });
  const { caller, requestId } = attempt;
  const claim: Claim = {
    keyHash: sha256(canonicalJson([caller.type, caller.id, key])),
    requestId,
    requestDigest: sha256(canonicalJson(ordered)),
  };
  const deadline = startDeadline(attempt.arrivedAt, gateway.config.model.deadlineMs, attempt.signal);
  try {
    const end = await gateway.idempotencyKeys.enter(claim.keyHash, deadline.signal);
    try {
      const answer = await findAnswer(gateway, claim, deadline);
      if (answer === undefined) return { first: true, claim: hold(gateway, claim, end) };
      end();
      return { first: false, answer };
    } catch (error) {
      end();
      throw error;
    }
  } catch (error) {
    if (deadline.signal.aborted) throw new GatewayError("MODEL_TIMEOUT", { message: STILL_RUNNING });
    if (isGatewayError(error)) throw error;
    throw new GatewayError("AUDIT_UNAVAILABLE", { retryAfter: 5, detail: describeError(error), cause: error });
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

/** The recorded answer under the key; undefined where there is none and the key is claimed now. */
async function findAnswer(gateway: Gateway, claim: Claim, deadline: Deadline): Promise<Answer | undefined> {
  const { database, idempotencyKeys, now } = gateway;
  const blocked = database.blockedReason();
  if (blocked !== undefined) throw new GatewayError("AUDIT_UNAVAILABLE", { retryAfter: 5, detail: blocked });
  let ended: string | undefined;
  for (;;) {
    const holder = await idempotencyKeys.claim(claim, ended);
    if (holder === undefined) return undefined;
    const outcome = await readOutcome(database, holder.requestId);
    const hasNotAsked =
      outcome?.kind === "prediction.refused" || (outcome?.kind === "prediction.failed" && !outcome.asked);
    if (hasNotAsked) {
      ended = holder.requestId;
      continue;
    }
    if (!holder.requestDigest.equals(claim.requestDigest)) {
      throw new GatewayError("INVALID_REQUEST", { message: OTHER_REQUEST });
    }
    if (outcome !== undefined) return replay(database, holder.requestId, outcome);
    // No other process works on the embedded database, and none of this one has the key.
    if (database.kind === "embedded" || now() >= holder.endsAt) {
      throw new GatewayError("MODEL_TIMEOUT", { message: NO_OUTCOME });
    }
    await unlessAborted(setTimeout(POLL_MS), deadline.signal);
  }
}

function hold({ idempotencyKeys, log }: Gateway, claim: Claim, end: () => void): HeldClaim {
  return {
    async release() {
      try {
        await idempotencyKeys.release(claim);
      } catch (failure) {
        log.error(
          { requestId: claim.requestId, failure: describeError(failure) },
          "an idempotency key was not freed yet",
        );
      }
    },
    end,
  };
}
