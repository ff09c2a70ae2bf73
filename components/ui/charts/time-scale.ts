import { formatDay } from "#lib/format.ts";

const DAY = 86_400_000;
const MAX_TICKS = 7;

/** Possible distances between the dates on a time axis, in days: from one day to 1,000 years. */
const STEPS = [
  1, 2, 7, 14, 30.4375, 60.875, 91.3125, 182.625, 365.25, 730.5, 1826.25, 3652.5, 18262.5, 36525, 182625, 365250,
] as const;

export interface Tick {
  /** Position from left to right, 0..1. */
  readonly x: number;
  readonly label: string;
}

/** Returns a function that maps times from `from` to `to` onto 0..1, or always returns 0.5 if the range is empty. */
export function scaleTime(from: number, to: number): (at: number) => number {
  return to > from ? (at) => (at - from) / (to - from) : () => 0.5;
}

export function timeTicks(from: number, to: number): Tick[] {
  if (to <= from) return [{ x: 0.5, label: dayOf(from) }];
  const scale = scaleTime(from, to);
  const days = (to - from) / DAY;
  const step = STEPS.find((size) => days / size <= MAX_TICKS - 1) ?? days / (MAX_TICKS - 1);
  const first = Math.ceil(from / DAY);
  const count = Math.floor((to / DAY - first) / step) + 1;
  const ticks = Array.from({ length: Math.max(0, count) }, (_, index) => {
    const at = Math.round(first + index * step) * DAY;
    return { x: scale(at), label: dayOf(at) };
  }).filter(({ x }) => x >= 0 && x <= 1);
  return ticks.length > 0 ? ticks : [{ x: 0.5, label: dayOf(from) }];
}

function dayOf(at: number): string {
  return formatDay(new Date(at).toISOString());
}

/**
 * Moves labels apart vertically and keeps their order. Heights are 0..1. Labels are then at least `gap` apart, or evenly
 * spaced if there are too many labels for `gap`.
 */
export function spreadLabels(heights: readonly number[], gap: number): number[] {
  const order = heights.map((height, index) => ({ height, index })).sort((a, b) => a.height - b.height);
  const room = Math.min(gap, 1 / Math.max(1, order.length - 1));
  let least = 0;
  const raised = order.map(({ height, index }) => {
    const at = Math.max(height, least);
    least = at + room;
    return { at, index };
  });
  let most = 1;
  for (const label of raised.toReversed()) {
    label.at = Math.min(label.at, most);
    most = label.at - room;
  }
  return raised.sort((a, b) => a.index - b.index).map(({ at }) => at);
}
