import { GatewayError } from "#server/errors.ts";
import type { Deadline } from "./deadline.ts";
import { createQueue, type Eviction } from "./queue.ts";
import { createServiceTimes } from "./service-times.ts";

/** A place before the model, to be left when its work is done. */
export interface Slot {
  /** Milliseconds spent waiting for it. */
  readonly waited: number;
  leave(): void;
}

/**
 * So many slots before the model, so many requests waiting for one. First come, first served within a credential;
 * credentials take turns, and where no more may wait, the one with the most waiting gives way to one with fewer.
 */
export interface Admission {
  /** Throws QUEUE_FULL where enter() would reject with it: for what is to be checked before a place is taken. */
  requireRoom(credentialId: string, deadline: Pick<Deadline, "at">): void;
  /**
   * Waits for a place. Rejects with QUEUE_FULL where nobody else may wait, where the deadline would pass before an
   * answer by what the latest ones took, or, while it waits, where it gives way; and with the signal's reason when that
   * is aborted first.
   */
  enter(credentialId: string, deadline: Pick<Deadline, "signal" | "at">): Promise<Slot>;
  load(): { readonly slots: number; readonly taken: number; readonly waiting: number };
}

export interface AdmissionOptions {
  readonly slots: number;
  readonly mayWait: number;
  /** Milliseconds, by the clock of the deadlines. */
  readonly now: () => number;
}

interface Wait {
  readonly since: number;
  readonly deadlineAt: number;
  readonly admit: () => void;
  readonly refuse: (error: GatewayError) => void;
}

export function createAdmission({ slots, mayWait, now }: AdmissionOptions): Admission {
  const line = createQueue<Wait>();
  const times = createServiceTimes(now);
  /** Since when each place is kept, the longest first. */
  const taken = new Set<{ readonly since: number }>();
  /** Since when slots are kept and none has come to an end of its own. */
  let quietSince = 0;

  function take(signal: AbortSignal, waited: number): Slot {
    const held = { since: now() };
    if (taken.size === 0) quietSince = held.since;
    taken.add(held);
    return {
      waited,
      leave() {
        if (!taken.delete(held)) return;
        noteEnd(held.since, signal.aborted);
        handOn();
      },
    };
  }

  function noteEnd(since: number, givenUp: boolean): void {
    const kept = now() - since;
    if (givenUp) {
      // It would have taken longer still. Where nobody else was answered meanwhile, that tells of a model that hangs and
      // not of one that is slow.
      const slow = quietSince > since && kept > (times.typical() ?? Number.POSITIVE_INFINITY);
      if (slow) times.note(kept);
      return;
    }
    quietSince = now();
    times.note(kept);
  }

  function handOn(): void {
    while (taken.size < slots) {
      const next = line.next(hasTimeEnough);
      if (next === undefined) return;
      next.admit();
    }
  }

  /**
   * Who has less time left than an answer takes, or than the model has answered nobody for, would waste the place: the
   * last moments of those that wait are not spent on a model that hangs. With half of its time left, anyone may try.
   */
  function hasTimeEnough({ since, deadlineAt }: Wait): boolean {
    const left = deadlineAt - now();
    if (left >= (deadlineAt - since) / 2) return true;
    return left >= Math.max(times.typical() ?? 0, now() - quietSince);
  }

  /** In how many milliseconds a place is free when so many others have theirs before, each kept for `typical`. */
  function untilFree(ahead: number, typical: number): number {
    const held = [...taken][ahead % slots];
    const first = held === undefined ? 0 : Math.max(0, held.since + typical - now());
    return first + Math.floor(ahead / slots) * typical;
  }

  function canMakeIt(credentialId: string, deadlineAt: number): boolean {
    const typical = times.typical();
    return typical === undefined || now() + untilFree(line.ahead(credentialId), typical) + typical <= deadlineAt;
  }

  /** To be tried again when those that wait now have their slots; a model that has become slow is taken as it is. */
  function queueFull(deadlineAt: number): GatewayError {
    const middle = [...taken][Math.floor(taken.size / 2)];
    const typical = Math.max(times.typical() ?? 0, now() - (middle?.since ?? now()));
    const wait = Math.min(untilFree(line.size(), typical), deadlineAt - now());
    return new GatewayError("QUEUE_FULL", { retryAfter: wait / 1000 });
  }

  /** Who has to give way to one more request; undefined where nobody has to. Throws QUEUE_FULL where there is no room. */
  function findRoom(credentialId: string, deadlineAt: number): Eviction<Wait> | undefined {
    if (taken.size < slots) return undefined;
    if (!canMakeIt(credentialId, deadlineAt)) throw queueFull(deadlineAt);
    if (line.size() < mayWait) return undefined;
    const yielding = line.yielding(credentialId);
    if (yielding === undefined) throw queueFull(deadlineAt);
    return yielding;
  }

  return {
    requireRoom: (credentialId, { at }) => void findRoom(credentialId, at),
    async enter(credentialId, { signal, at: deadlineAt }) {
      signal.throwIfAborted();
      if (taken.size < slots) {
        line.serve(credentialId);
        return take(signal, 0);
      }
      const yielding = findRoom(credentialId, deadlineAt);
      if (yielding !== undefined) {
        line.remove(yielding.credentialId, yielding.wait);
        yielding.wait.refuse(queueFull(yielding.wait.deadlineAt));
      }
      return new Promise<Slot>((resolve, reject) => {
        const since = now();
        const admit = () => {
          signal.removeEventListener("abort", giveUp);
          resolve(take(signal, now() - since));
        };
        const refuse = (error: GatewayError) => {
          signal.removeEventListener("abort", giveUp);
          reject(error);
        };
        const wait: Wait = { since, deadlineAt, admit, refuse };
        const giveUp = () => {
          line.remove(credentialId, wait);
          reject(signal.reason);
        };
        line.add(credentialId, wait);
        signal.addEventListener("abort", giveUp, { once: true });
      });
    },
    load: () => ({ slots, taken: taken.size, waiting: line.size() }),
  };
}
