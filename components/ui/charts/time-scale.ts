import { formatDay } from "#lib/format.ts";

const DAY = 86_400_000;
const MAX_TICKS = 7;

/** Possible distances between the dates on a time axis. Months are counted from January of the year 0. */
const DAY_STEPS = [1, 2, 7, 14];
const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 2400, 6000, 12_000];
const DAYS_PER_MONTH = 30.4375;

export interface Tick {
  /** Position from left to right, 0..1. */
  readonly x: number;
  readonly label: string;
}

/** Returns a function that maps times from `from` to `to` onto 0..1, or always returns 0.5 if the range is empty. */
export function scaleTime(from: number, to: number): (at: number) => number {
  return to > from ? (at) => (at - from) / (to - from) : () => 0.5;
}

/** Returns at most seven ticks at the start of days, months or years, or one in the middle if there is no such start. */
export function timeTicks(from: number, to: number): Tick[] {
  const scale = scaleTime(from, to);
  const ticks = (to > from ? chooseTicks(from, to) : []).filter(({ at }) => at >= from && at <= to);
  if (ticks.length === 0) return [{ x: 0.5, label: dayOf(from) }];
  return ticks.map(({ at, label }) => ({ x: scale(at), label }));
}

function chooseTicks(from: number, to: number): { readonly at: number; readonly label: string }[] {
  const days = (to - from) / DAY;
  const fits = (size: number) => days / size <= MAX_TICKS - 1;
  const dayStep = DAY_STEPS.find(fits);
  const count = Array.from({ length: MAX_TICKS + 1 }, (_, index) => index);
  if (dayStep !== undefined) {
    const first = Math.ceil(from / DAY);
    return count.map((index) => (first + index * dayStep) * DAY).map((at) => ({ at, label: dayOf(at) }));
  }
  const step = MONTH_STEPS.find((months) => fits(months * DAYS_PER_MONTH)) ?? 12_000;
  const start = new Date(from);
  const first = Math.ceil((start.getUTCFullYear() * 12 + start.getUTCMonth()) / step) * step;
  return count.map((index) => {
    const at = new Date(0).setUTCFullYear(0, first + index * step, 1);
    return { at, label: step % 12 === 0 ? dayOf(at).slice(-4) : dayOf(at).slice(2) };
  });
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
