import { Slots } from "#lib/slots.ts";

export type AbortReason = "deadline" | "caller left" | "stopping";

export type Deadline = ReturnType<typeof startDeadline>;

/**
 * Aborts a request at its deadline, `milliseconds` after its arrival, when its caller disconnects, or when the process
 * stops. `arrivedAt` is a performance.now() time. `caller` aborts when the caller disconnects, `stopping` when the
 * process stops.
 */
export function startDeadline(arrivedAt: number, milliseconds: number, caller: AbortSignal, stopping?: AbortSignal) {
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
    /** The time of the deadline in milliseconds of performance.now(). */
    at,
    /** Keeps the request running if its caller disconnects later. */
    outliveCaller: () => caller.removeEventListener("abort", leave),
    /** Removes the timer and all listeners. Call it when the request ends. */
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
 * Returns the callbacks to run when the process stops. All share one listener on the signal. With one listener per
 * request, a removed listener would still reference the next one, and a listener promoted to the old generation would
 * retain the content of all later requests until a major garbage collection.
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
