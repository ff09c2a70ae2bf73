/** One value per option of the task, in the order of the option ids. */
export type Vector = readonly number[];

/**
 * Returns the natural logarithms of a distribution. Values below `floor` are raised to it, because the logarithm of 0
 * is minus infinity.
 */
export function toLogs(distribution: Vector, floor: number): Vector {
  return distribution.map((value) => Math.log(Math.max(value, floor)));
}

/** Returns the distribution proportional to exp(logs), summing to 1. */
export function fromLogs(logs: Vector): Vector {
  const highest = Math.max(...logs);
  return toSumOne(logs.map((value) => Math.exp(value - highest)));
}

/** Scales values to sum to 1; at least one must not be 0. */
export function toSumOne(values: Vector): Vector {
  const total = sum(values);
  return values.map((value) => value / total);
}

/** Returns the weighted mean of vectors; at least one weight must not be 0. */
export function weightedMean(rows: readonly { readonly logs: Vector; readonly weight: number }[]): Vector {
  const total = sum(rows.map((row) => row.weight));
  const [first] = rows;
  if (first === undefined) throw new RangeError("cannot compute the mean of no vectors");
  return first.logs.map((_, option) => {
    let value = 0;
    for (const row of rows) value += (row.weight / total) * (row.logs[option] ?? 0);
    return value;
  });
}

/**
 * Returns the logarithms, up to a constant, of the weighted power mean (Σ w·p^r)^(1/r) of distributions, with r =
 * `exponent` from 0 to 1. With 1, it is the mean of the probabilities; with 0, their mean in log space.
 */
export function powerMean(rows: Parameters<typeof weightedMean>[0], exponent: number): Vector {
  if (exponent === 0) return weightedMean(rows);
  const powers = rows.map(({ logs, weight }) => ({ logs: fromLogs(logs).map((value) => value ** exponent), weight }));
  return weightedMean(powers).map((value) => Math.log(value) / exponent);
}

/** Multiplies the distance of log probabilities from those of the base rate by `exponent`; 1 changes nothing. */
export function extremise(logs: Vector, base: Vector, exponent: number): Vector {
  return logs.map((value, option) => {
    const from = base[option] ?? 0;
    return from + exponent * (value - from);
  });
}

export function sum(values: Vector): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
