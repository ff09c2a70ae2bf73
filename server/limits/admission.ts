import { GatewayError } from "#server/base/errors.ts";
import type { Deadline } from "./deadline.ts";

/** Permission to call the model until leave() is called. */
export interface Slot {
  /** Milliseconds spent waiting for the slot. */
  readonly waited: number;
  leave(): void;
}

/**
 * Admission control: limits how many requests use the model at once and how many wait. API keys take turns; requests of
 * one key are served in order of arrival. If the queue is full, the newest request of the key with the most waiting
 * requests is evicted to admit a request of a key with fewer. Requests with at least half of their time left are served
 * before requests with less.
 */
export interface Admission {
  /** Throws QUEUE_FULL if enter() would now reject with QUEUE_FULL. */
  requireRoom(credentialId: string): void;
  /**
   * Waits for a slot. Rejects with QUEUE_FULL if the queue is full or the request is evicted while it waits, and with
   * the signal's reason if the signal aborts before a slot is granted.
   */
  enter(credentialId: string, deadline: Pick<Deadline, "signal" | "at">): Promise<Slot>;
  /**
   * Waits for a slot for background work, with lower priority than any request: the queue must be empty and, if there
   * are several slots, one more must stay free. Rejects with the signal's reason if the signal aborts.
   */
  enterInBackground(signal: AbortSignal): Promise<Slot>;
  load(): { readonly slots: number; readonly taken: number; readonly waiting: number };
}

export interface AdmissionOptions {
  readonly slots: number;
  readonly mayWait: number;
  /** Returns milliseconds on the same clock as the deadlines. */
  readonly now: () => number;
}

interface Waiting {
  readonly since: number;
  readonly deadlineAt: number;
  readonly admit: () => void;
  readonly evict: () => void;
}

export function createAdmission({ slots, mayWait, now }: AdmissionOptions): Admission {
  const queue = createQueue<Waiting>();
  const background = new Set<(slot: Slot) => void>();
  const keptFree = slots > 1 ? 1 : 0;
  let taken = 0;
  /** Milliseconds that the latest admitted request waited; used as Retry-After of QUEUE_FULL. */
  let latestWait = 0;

  const queueFull = () => new GatewayError("QUEUE_FULL", { retryAfter: latestWait / 1000 });

  /**
   * Removes and returns the next request with at least half of its time left. If there is none, a request qualifies
   * that has at least `latestMs` left, the service time of the latest request. If the model is idle, a quarter of the
   * request's time is also enough, because the model may have become fast again.
   */
  function findNext(latestMs: number): Waiting | undefined {
    const left = ({ deadlineAt }: Waiting) => deadlineAt - now();
    const share = ({ deadlineAt, since }: Waiting, part: number) => (deadlineAt - since) * part;
    return (
      queue.next((waiting) => left(waiting) >= share(waiting, 1 / 2)) ??
      queue.next((waiting) => left(waiting) >= (taken === 0 ? Math.min(latestMs, share(waiting, 1 / 4)) : latestMs))
    );
  }

  function take(waited: number): Slot {
    const since = now();
    let left = false;
    taken++;
    return {
      waited,
      leave() {
        if (left) return;
        left = true;
        taken--;
        while (taken < slots) {
          const next = findNext(now() - since);
          if (next === undefined) break;
          next.admit();
        }
        admitBackground();
      },
    };
  }

  function admitBackground(): void {
    for (const admit of background) {
      if (queue.size() > 0 || taken >= slots - keptFree) return;
      background.delete(admit);
      admit(take(0));
    }
  }

  /**
   * Returns the request to evict in favour of a new one, or undefined if there is room. Throws QUEUE_FULL if there is
   * neither room nor a request to evict.
   */
  function findRoom(credentialId: string): Waiting | undefined {
    if (taken < slots || queue.size() < mayWait) return undefined;
    const evicted = queue.findEviction(credentialId);
    if (evicted === undefined) throw queueFull();
    return evicted;
  }

  function wait(credentialId: string, { signal, at: deadlineAt }: Pick<Deadline, "signal" | "at">): Promise<Slot> {
    return new Promise((resolve, reject) => {
      const since = now();
      const stopWaiting = () => signal.removeEventListener("abort", giveUp);
      const waiting: Waiting = {
        since,
        deadlineAt,
        admit: () => {
          stopWaiting();
          latestWait = now() - since;
          resolve(take(latestWait));
        },
        evict: () => {
          stopWaiting();
          queue.remove(credentialId, waiting);
          reject(queueFull());
        },
      };
      const giveUp = () => {
        queue.remove(credentialId, waiting);
        reject(signal.reason);
      };
      queue.add(credentialId, waiting);
      signal.addEventListener("abort", giveUp, { once: true });
    });
  }

  return {
    requireRoom: (credentialId) => void findRoom(credentialId),
    async enter(credentialId, deadline) {
      deadline.signal.throwIfAborted();
      if (taken < slots) {
        queue.noteTurn(credentialId);
        latestWait = 0;
        return take(0);
      }
      findRoom(credentialId)?.evict();
      return wait(credentialId, deadline);
    },
    enterInBackground: (signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const since = now();
        const admit = (slot: Slot) => {
          signal.removeEventListener("abort", giveUp);
          resolve({ ...slot, waited: now() - since });
        };
        const giveUp = () => {
          background.delete(admit);
          reject(signal.reason);
        };
        signal.addEventListener("abort", giveUp, { once: true });
        background.add(admit);
        admitBackground();
      }),
    load: () => ({ slots, taken, waiting: queue.size() }),
  };
}

/**
 * Waiting requests by API key. Keys take turns: the next slot goes to the least recently served key, so a key that
 * returns after a pause does not wait behind the many requests of another key.
 */
function createQueue<Wait>() {
  const queues = new Map<string, Set<Wait>>();
  /** The number of the latest turn of each API key; a higher number is more recent. */
  const turns = new Map<string, number>();
  let turn = 0;
  let size = 0;

  const turnOf = (credentialId: string) => turns.get(credentialId) ?? 0;

  /** Records that an API key got a slot without waiting. */
  function noteTurn(credentialId: string): void {
    turns.set(credentialId, ++turn);
  }

  /** Does nothing if the request no longer waits. */
  function remove(credentialId: string, wait: Wait): void {
    const queue = queues.get(credentialId);
    if (queue === undefined || !queue.delete(wait)) return;
    size--;
    if (queue.size === 0) queues.delete(credentialId);
  }

  return {
    size: () => size,
    add(credentialId: string, wait: Wait): void {
      const queue = queues.get(credentialId) ?? new Set();
      queues.set(credentialId, queue.add(wait));
      size++;
    },
    remove,
    noteTurn,
    /** Removes and returns the next request for which `canStart` is true. */
    next(canStart: (wait: Wait) => boolean): Wait | undefined {
      let next: { readonly credentialId: string; readonly wait: Wait } | undefined;
      for (const [credentialId, queue] of queues) {
        if (next !== undefined && turnOf(credentialId) >= turnOf(next.credentialId)) continue;
        for (const wait of queue) {
          if (!canStart(wait)) continue;
          next = { credentialId, wait };
          break;
        }
      }
      if (next === undefined) return undefined;
      noteTurn(next.credentialId);
      remove(next.credentialId, next.wait);
      return next.wait;
    },
    /**
     * Returns the newest request of the API key with the most waiting requests, if that key has at least two more than
     * the key `credentialId`.
     */
    findEviction(credentialId: string): Wait | undefined {
      let most = new Set<Wait>();
      for (const queue of queues.values()) if (queue.size > most.size) most = queue;
      return most.size >= (queues.get(credentialId)?.size ?? 0) + 2 ? [...most].at(-1) : undefined;
    },
  };
}
