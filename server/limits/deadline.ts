import { Slots } from "#lib/slots.ts";

/** Why a request's signal was aborted. */
export type AbortReason = "deadline" | "caller left" | "stopping";

/** The deadline of a whole request, counted from its arrival, combined with the caller's disconnect. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** The time of the deadline, on the clock of performance.now(). */
  readonly at: number;
  /** From now on a disconnect of the caller does not abort the signal. */
  outliveCaller(): void;
  /** Stops the timer. */
  clear(): void;
}

/**
 * `arrivedAt` is from performance.now(). `caller` aborts when the caller leaves, `stopping` when the process must stop.
 */
export function startDeadline(
  arrivedAt: number,
  milliseconds: number,
  caller: AbortSignal,
  stopping?: AbortSignal,
): Deadline {
  const controller = new AbortController();
  const at = arrivedAt + milliseconds;
  const leave = () => controller.abort("caller left" satisfies AbortReason);
  const stop = () => controller.abort("stopping" satisfies AbortReason);
  const timer = setTimeout(
    () => controller.abort("deadline" satisfies AbortReason),
    Math.max(0, at - performance.now()),
  );
  let slot: number | undefined;
  if (caller.aborted) leave();
  else if (stopping?.aborted) stop();
  else {
    caller.addEventListener("abort", leave, { once: true });
    if (stopping !== undefined) slot = stoppersOf(stopping).add(stop);
  }
  return {
    signal: controller.signal,
    at,
    outliveCaller: () => caller.removeEventListener("abort", leave),
    clear() {
      clearTimeout(timer);
      caller.removeEventListener("abort", leave);
      if (stopping !== undefined && slot !== undefined) stoppersOf(stopping).remove(slot);
      slot = undefined;
    },
  };
}

const stoppers = new WeakMap<AbortSignal, Slots<() => void>>();

/**
 * What is to stop with a process. The signal has one listener for all: each that was removed from a signal still names
 * the next, and so an old one would keep the content of every later request until a collection of the whole heap.
 */
function stoppersOf(stopping: AbortSignal): Slots<() => void> {
  const known = stoppers.get(stopping);
  if (known !== undefined) return known;
  const added = new Slots<() => void>();
  stoppers.set(stopping, added);
  const stopAll = () => {
    for (const stop of added) stop();
  };
  stopping.addEventListener("abort", stopAll, { once: true });
  return added;
}
