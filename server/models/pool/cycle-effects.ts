/** A day and a week in days, each with the largest typical gap between measurements at which the cycle is visible. */
const CYCLES = [
  { period: 1, gap: 0.5 },
  { period: 7, gap: 1.5 },
];

const HOUR = 1 / 24;

/** The number of earlier cycles that are searched for a measurement at the same phase. */
const MAX_CYCLES_BACK = 4;

/** Returns the periods, in days, of the cycles that measurements with a typical gap in days can show. */
export function periodsFor(gap: number): readonly number[] {
  return CYCLES.filter((cycle) => gap <= cycle.gap).map(({ period }) => period);
}

/**
 * Returns the effect of a cycle on each measurement and, at the end, on the value at the deadline; undefined without an
 * earlier measurement at the same phase. `days` are sorted and end with the deadline. The effect is an exponentially
 * weighted mean of the departures at the same phase in the previous cycles; the n-th departure has the weight
 * `newest`, or 1/n if that is higher. A departure is the value minus the mean of one period around it. An effect depends on earlier measurements
 * only, so that the rest of the value can be forecast like a series without a cycle.
 */
export function cycleEffects(
  days: readonly number[],
  values: readonly number[],
  { period, gap, newest }: { readonly period: number; readonly gap: number; readonly newest: number },
): readonly (number | undefined)[] {
  const times = days.slice(0, -1);
  // Measurements that are closer than an hour are averaged, because each of them says little about its time of day.
  const width = Math.max(gap / 2, HOUR - gap / 2);
  const departures = departuresOf(times, values, period, width);
  const effects: (number | undefined)[] = [];
  const cycles: number[] = [];
  for (const day of days) {
    const match = samePhase(times, day, period, width);
    const count = match === undefined ? 0 : (cycles[match] ?? 0) + 1;
    cycles.push(count);
    if (match === undefined) effects.push(undefined);
    else {
      const before = effects[match] ?? 0;
      effects.push(before + Math.max(newest, 1 / count) * ((departures[match] ?? 0) - before));
    }
  }
  return effects;
}

/**
 * Returns each value minus the mean of one period around it, or of the first or last period, averaged over the
 * measurements that are at most `width` days apart.
 */
function departuresOf(times: readonly number[], values: readonly number[], period: number, width: number): number[] {
  const mean = meansOf(times, values);
  const first = (times[0] ?? 0) - width;
  const last = times.at(-1) ?? 0;
  const departures = values.map((value, index) => {
    const end = Math.min(Math.max((times[index] ?? 0) + period / 2, first + period), last);
    return value - mean(end - period, end);
  });
  const smooth = meansOf(times, departures);
  return times.map((time) => smooth(time - width, time + width));
}

/** Returns a function that computes the mean of the values after one time and until another. */
function meansOf(times: readonly number[], values: readonly number[]): (from: number, to: number) => number {
  const totals = [0];
  for (const value of values) totals.push((totals.at(-1) ?? 0) + value);
  return (from, to) => {
    const [start, end] = [countUntil(times, from), countUntil(times, to)];
    return ((totals[end] ?? 0) - (totals[start] ?? 0)) / (end - start);
  };
}

/** Returns the index of the measurement closest to the same phase in the most recent cycle that has one within `width`. */
function samePhase(times: readonly number[], day: number, period: number, width: number): number | undefined {
  const fewest = Math.max(1, Math.ceil((day - (times.at(-1) ?? 0) - ROUNDING) / period));
  for (let cycles = fewest; cycles < fewest + MAX_CYCLES_BACK; cycles++) {
    const time = day - cycles * period;
    const after = countUntil(times, time);
    const [before = -Infinity, next = Infinity] = [times[after - 1], times[after]];
    if (Math.min(time - before, next - time) <= width + ROUNDING)
      return time - before <= next - time ? after - 1 : after;
  }
  return undefined;
}

/** Times are differences of dates in days and have rounding errors. */
const ROUNDING = 1e-6;

/** Returns how many of the sorted times are at or before `time`, by binary search. */
function countUntil(times: readonly number[], time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= time + ROUNDING) low = middle + 1;
    else high = middle;
  }
  return low;
}
