import { Slots } from "#lib/slots.ts";

/** The reason why a request's signal was aborted. */
export type AbortReason = "deadline" | "caller left" | "stopping";

/** The deadline of a whole request, counted from its arrival, combined with the caller's disconnect. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** The time of the deadline, on the clock of performance.now(). */
  readonly at: number;
  /** Stops a disconnect of the caller from aborting the signal. */
  outliveCaller(): void;
  /** Stops the timer. */
  clear(): void;
}

/**
 * `arrivedAt` is a performance.now() time. `caller` aborts when the caller disconnects, `stopping` when the process
 * stops.
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
 * Returns the callbacks to run when the process stops. They share one listener on the signal: a removed listener still
 * references the next one, so an old one would retain the content of all later requests until a major GC.
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
