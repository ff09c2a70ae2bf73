import { GatewayError } from "#server/base/errors.ts";
import type { Deadline } from "./deadline.ts";
import { createQueue } from "./queue.ts";
import { createServiceTimes } from "./service-times.ts";

/** Permission to use the model, until `leave` is called. */
export interface Slot {
  /** Milliseconds spent waiting for the slot. */
  readonly waited: number;
  leave(): void;
}

/**
 * Limits how many requests use the model at once and how many wait. Credentials take turns; within a credential, first
 * come, first served. When the queue is full, the credential with the most waiting requests loses its newest one to a
 * credential with fewer.
 */
export interface Admission {
  /** Throws QUEUE_FULL if enter() would reject with it now. */
  requireRoom(credentialId: string, deadline: Pick<Deadline, "at">): void;
  /**
   * Waits for a slot. Rejects with QUEUE_FULL if the queue is full, if the request would probably miss its deadline, or
   * if it is evicted while it waits; rejects with the signal's reason when the signal aborts first.
   */
  enter(credentialId: string, deadline: Pick<Deadline, "signal" | "at">): Promise<Slot>;
  /**
   * Waits for a slot that no request needs: none waits, and another slot stays free, where there are several. Rejects with
   * the signal's reason when it aborts.
   */
  enterInBackground(signal: AbortSignal): Promise<Slot>;
  load(): { readonly slots: number; readonly taken: number; readonly waiting: number };
}

export interface AdmissionOptions {
  readonly slots: number;
  readonly mayWait: number;
  /** Milliseconds on the clock of the deadlines. */
  readonly now: () => number;
}

interface Waiting {
  readonly since: number;
  readonly deadlineAt: number;
  readonly admit: () => void;
  readonly refuse: (error: GatewayError) => void;
}

export function createAdmission({ slots, mayWait, now }: AdmissionOptions): Admission {
  const queue = createQueue<Waiting>();
  const background = new Set<(slot: Slot) => void>();
  const keptFree = slots > 1 ? 1 : 0;
  const times = createServiceTimes(now);
  let taken = 0;

  const typical = () => times.typical() ?? 0;

  /** The estimated time until a slot is free for a request with `ahead` others before it in the queue. */
  const untilSlot = (ahead: number) => ((ahead + 1) / slots) * typical();

  const queueFull = (deadlineAt: number) =>
    new GatewayError("QUEUE_FULL", { retryAfter: Math.min(untilSlot(queue.size()), deadlineAt - now()) / 1000 });

  /** A request that has used up half of its time waits on, but does not start if it would not finish. */
  const canFinish = ({ since, deadlineAt }: Waiting) =>
    deadlineAt - now() >= Math.min(typical(), (deadlineAt - since) / 2);

  function take(signal: AbortSignal, waited: number): Slot {
    const since = now();
    let left = false;
    taken++;
    return {
      waited,
      leave() {
        if (left) return;
        left = true;
        taken--;
        times.note(now() - since, signal.aborted);
        while (taken < slots) {
          const next = queue.next(canFinish);
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
      admit(take(new AbortController().signal, 0));
    }
  }

  /** The request to evict for a new one; undefined if none has to go. Throws QUEUE_FULL if there is no room. */
  function findRoom(credentialId: string, deadlineAt: number) {
    if (taken < slots) return undefined;
    if (now() + untilSlot(queue.ahead(credentialId)) + typical() > deadlineAt) throw queueFull(deadlineAt);
    if (queue.size() < mayWait) return undefined;
    const evicted = queue.findEviction(credentialId);
    if (evicted === undefined) throw queueFull(deadlineAt);
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
          resolve(take(signal, now() - since));
        },
        refuse: (error) => {
          stopWaiting();
          reject(error);
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
    requireRoom: (credentialId, { at }) => void findRoom(credentialId, at),
    async enter(credentialId, deadline) {
      deadline.signal.throwIfAborted();
      if (taken < slots) {
        queue.noteTurn(credentialId);
        return take(deadline.signal, 0);
      }
      const evicted = findRoom(credentialId, deadline.at);
      if (evicted !== undefined) {
        queue.remove(evicted.credentialId, evicted.wait);
        evicted.wait.refuse(queueFull(evicted.wait.deadlineAt));
      }
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
