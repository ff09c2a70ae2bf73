import { timeOf } from "#lib/contract/date-time.ts";
import type { Mark } from "./time-marks.tsx";
import { scaleTime, type Tick, timeTicks } from "./time-scale.ts";

/** Time axis of a chart; `place` maps an instant to 0..1. */
export interface Frame {
  readonly place: (at: string) => number;
  readonly ticks: readonly Tick[];
  readonly marks: readonly Mark[];
}

interface Events {
  readonly resolvesAt: string;
  readonly outcome?: { readonly happenedAt: string; readonly label: string } | undefined;
}

/** Maximum distance from the last moment to the resolution date on the axis, as a multiple of the span of the moments. */
const MAX_AHEAD = 2;

/** Returns a time axis that covers the moments, the outcome and, if not too far ahead, the resolution date. */
export function frameTime(moments: readonly string[], { resolvesAt, outcome }: Events): Frame {
  const known = [...moments, ...(outcome === undefined ? [] : [outcome.happenedAt])].map(timeOf);
  if (known.length === 0) known.push(timeOf(resolvesAt));
  const [from, last] = [Math.min(...known), Math.max(...known)];
  const resolution = timeOf(resolvesAt);
  const shown = resolution >= from && (last === from || resolution - last <= MAX_AHEAD * (last - from));
  const to = shown ? Math.max(last, resolution) : last;
  const scale = scaleTime(from, to);
  return {
    place: (at) => scale(timeOf(at)),
    ticks: timeTicks(from, to),
    marks: [
      ...(shown ? [{ x: scale(resolution), label: "resolution date" }] : []),
      ...(outcome === undefined ? [] : [{ x: scale(timeOf(outcome.happenedAt)), label: outcome.label }]),
    ],
  };
}
