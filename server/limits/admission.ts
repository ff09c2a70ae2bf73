import { GatewayError } from "#server/error.ts";

/** A place before the model, to be left when its work is done. */
export interface Place {
  /** Milliseconds spent waiting for it. */
  readonly waited: number;
  leave(): void;
}

/**
 * So many places before the model, so many requests waiting for one. First come, first served within a credential;
 * credentials that wait take turns, so that one cannot starve another.
 */
export interface Admission {
  /** Throws QUEUE_FULL where enter() would reject with it: for what is to be checked before a place is taken. */
  requireRoom(credentialId: string): void;
  /**
   * Waits for a place. Rejects with QUEUE_FULL at once when nobody else may wait, and with the signal's reason when it
   * is aborted first.
   */
  enter(credentialId: string, signal: AbortSignal): Promise<Place>;
  load(): { readonly places: number; readonly taken: number; readonly waiting: number };
}

export function createAdmission(places: number, mayWait: number): Admission {
  /** Who waits, by credential; the first key is next in turn. */
  const waiting = new Map<string, Set<() => void>>();
  let waitingCount = 0;
  let taken = 0;

  function place(since: number): Place {
    const waited = performance.now() - since;
    let left = false;
    return {
      waited,
      leave() {
        if (left) return;
        left = true;
        taken--;
        admitNext();
      },
    };
  }

  function admitNext(): void {
    const [turn] = waiting;
    if (turn === undefined || taken >= places) return;
    const [credentialId, queue] = turn;
    const [admit] = queue;
    waiting.delete(credentialId);
    if (admit === undefined) return;
    drop(credentialId, queue, admit);
    // Behind the others: they take turns.
    if (queue.size > 0) waiting.set(credentialId, queue);
    admit();
  }

  function drop(credentialId: string, queue: Set<() => void>, admit: () => void): void {
    if (!queue.delete(admit)) return;
    waitingCount--;
    if (queue.size === 0) waiting.delete(credentialId);
  }

  function requireRoom(): void {
    if (taken >= places && waitingCount >= mayWait) throw new GatewayError("QUEUE_FULL", { retryAfter: 1 });
  }

  return {
    requireRoom,
    async enter(credentialId, signal) {
      const since = performance.now();
      signal.throwIfAborted();
      requireRoom();
      if (taken < places) {
        taken++;
        return { ...place(since), waited: 0 };
      }
      return new Promise<Place>((resolve, reject) => {
        const queue = waiting.get(credentialId) ?? new Set();
        const admit = () => {
          signal.removeEventListener("abort", giveUp);
          taken++;
          resolve(place(since));
        };
        const giveUp = () => {
          drop(credentialId, queue, admit);
          reject(signal.reason);
        };
        queue.add(admit);
        waiting.set(credentialId, queue);
        waitingCount++;
        signal.addEventListener("abort", giveUp, { once: true });
      });
    },
    load: () => ({ places, taken, waiting: waitingCount }),
  };
}
