/** Why a request's signal was aborted. */
export type AbortReason = "deadline" | "caller left";

/** One deadline for a whole request, counted from its arrival, together with the caller's own leaving. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Milliseconds that are left of it. */
  remaining(): number;
  /** Lets go of the timer. */
  clear(): void;
}

/** `arrivedAt` is a reading of performance.now(). */
export function startDeadline(arrivedAt: number, milliseconds: number, caller: AbortSignal): Deadline {
  const controller = new AbortController();
  const leave = () => controller.abort("caller left" satisfies AbortReason);
  const remaining = () => Math.max(0, arrivedAt + milliseconds - performance.now());
  const timer = setTimeout(() => controller.abort("deadline" satisfies AbortReason), remaining());
  if (caller.aborted) leave();
  else caller.addEventListener("abort", leave, { once: true });
  return {
    signal: controller.signal,
    remaining,
    clear() {
      clearTimeout(timer);
      caller.removeEventListener("abort", leave);
    },
  };
}
