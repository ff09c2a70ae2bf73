/** Why a request's signal was aborted. */
export type AbortReason = "deadline" | "caller left" | "stopping";

/** One deadline for a whole request, counted from its arrival, together with the caller's own leaving. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** When it passes, as a reading of performance.now(). */
  readonly at: number;
  /** From now on, the signal is not aborted when the caller leaves. */
  outliveCaller(): void;
  /** Lets go of the timer. */
  clear(): void;
}

/**
 * `arrivedAt` is a reading of performance.now(); `caller` is aborted when the caller leaves, `stopping` when the process
 * stops and can wait no longer.
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
  if (caller.aborted) leave();
  else if (stopping?.aborted) stop();
  else {
    caller.addEventListener("abort", leave, { once: true });
    stopping?.addEventListener("abort", stop, { once: true });
  }
  return {
    signal: controller.signal,
    at,
    outliveCaller: () => caller.removeEventListener("abort", leave),
    clear() {
      clearTimeout(timer);
      caller.removeEventListener("abort", leave);
      stopping?.removeEventListener("abort", stop);
    },
  };
}
