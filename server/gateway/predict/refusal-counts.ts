import { ERRORS, type ErrorCode } from "#lib/contract/error-table.ts";
import type { Actor, EventContent } from "#server/audit/log/event.ts";
import type { ContractError } from "#server/base/errors.ts";
import type { Caller } from "#server/gateway/credentials/authenticate.ts";
import { WINDOW_SECONDS } from "#server/limits/rate-limit.ts";
import { type About, actorOf } from "./call.ts";

export type RefusalCounts = ReturnType<typeof createRefusalCounts>;

/**
 * Number of refusals of unparsed requests, per caller and window, that get their own audit events. The limit is the
 * larger of RECORDED_ALONE and this share of the caller's rate limit.
 */
const RECORDED_ALONE = 100;
const SHARE_RECORDED_ALONE = 0.25;

interface Counted {
  readonly actor: Actor;
  readonly code: ErrorCode;
  readonly since: Date;
  /** Monotonic milliseconds, because the clock may be set back. */
  readonly endsAt: number;
  count: number;
}

interface Options {
  readonly now: () => Date;
  /** Returns monotonic milliseconds. */
  readonly elapsedMs?: () => number;
  append(actor: Actor, content: EventContent): Promise<void>;
}

/**
 * Counts refusals that callers can cause at little cost: in memory, recorded as one audit event per caller, error code
 * and time window, so that a caller cannot fill the disk. A crash loses the counts of the open windows.
 */
export function createRefusalCounts({ now, elapsedMs = () => performance.now(), append }: Options) {
  const open = new Map<string, Counted>();
  let ended: Counted[] = [];
  /** Refusals of unparsed requests by caller id, in the window that ends at `endsAt`. */
  const unread = new Map<string, { count: number; readonly endsAt: number }>();

  /** Counts one refusal. If no window is open for the actor and code, opens a window of this many seconds. */
  function add(actor: Actor, code: ErrorCode, seconds: number): void {
    const at = elapsedMs();
    const key = `${actor.id} ${actor.token_id} ${code}`;
    const counted = open.get(key);
    if (counted !== undefined && at < counted.endsAt) {
      counted.count++;
      return;
    }
    if (counted !== undefined) ended.push(counted);
    open.set(key, { actor, code, since: now(), endsAt: at + seconds * 1_000, count: 1 });
  }

  function countUnread(callerId: string): number {
    const at = elapsedMs();
    const known = unread.get(callerId);
    const current =
      known !== undefined && at < known.endsAt ? known : { count: 0, endsAt: at + WINDOW_SECONDS * 1_000 };
    current.count++;
    unread.set(callerId, current);
    return current.count;
  }

  function close(has: (counted: { readonly endsAt: number }) => boolean): void {
    for (const [key, counted] of open) {
      if (!has(counted)) continue;
      open.delete(key);
      ended.push(counted);
    }
    for (const [id, counted] of unread) if (has(counted)) unread.delete(id);
  }

  async function record(): Promise<void> {
    const due = ended;
    ended = [];
    while (due.length > 0) {
      const [counted] = due;
      if (counted === undefined) return;
      const { actor, code, count, since } = counted;
      try {
        await append(actor, { kind: "prediction.refused", code, count, since: since.toISOString() });
      } catch (error) {
        ended = [...due, ...ended];
        throw error;
      }
      due.shift();
    }
  }

  return {
    /** Counts the refusal and returns true, or returns false if the refusal needs its own audit event. */
    takes(caller: Caller, about: About, error: ContractError): boolean {
      if (error.code === "RATE_LIMITED") {
        add(actorOf(caller), error.code, error.retryAfter ?? WINDOW_SECONDS);
        return true;
      }
      // Other refusals are counted only if the request was not parsed (size, JSON or shape) and thus has no task id.
      if (about.task_id !== undefined || ERRORS[error.code].status >= 500) return false;
      const alone = Math.max(RECORDED_ALONE, SHARE_RECORDED_ALONE * caller.ratePerMinute);
      if (countUnread(caller.id) <= alone) return false;
      add(actorOf(caller), error.code, WINDOW_SECONDS);
      return true;
    },
    add,
    /** Records the counts of closed windows. If that fails, keeps the counts and rejects. */
    recordEnded() {
      const at = elapsedMs();
      close(({ endsAt }) => endsAt <= at);
      return record();
    },
    /** Records all counts, for shutdown. */
    recordAll() {
      close(() => true);
      return record();
    },
  };
}
