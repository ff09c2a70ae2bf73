/** Distributions over the task's options, sorted by option id: every vector of one request has the same length. */
export type Vector = readonly number[];

/** The natural logarithms of a distribution, values below `floor` raised to it: a source's zero must not be minus infinity. */
export function toLogs(distribution: Vector, floor: number): Vector {
  return distribution.map((value) => Math.log(Math.max(value, floor)));
}

/** The distribution proportional to exp(logs), summing to 1. */
export function fromLogs(logs: Vector): Vector {
  const highest = Math.max(...logs);
  return toSumOne(logs.map((value) => Math.exp(value - highest)));
}

/** Scales values, not all 0, to sum to 1. */
export function toSumOne(values: Vector): Vector {
  const total = sum(values);
  return values.map((value) => value / total);
}

/** The mean of several vectors, by weights that are not all 0. */
export function weightedMean(rows: readonly { readonly logs: Vector; readonly weight: number }[]): Vector {
  const total = sum(rows.map((row) => row.weight));
  const [first] = rows;
  if (first === undefined) throw new RangeError("there is nothing to take the mean of");
  return first.logs.map((_, option) => {
    let value = 0;
    for (const row of rows) value += (row.weight / total) * (row.logs[option] ?? 0);
    return value;
  });
}

export function sum(values: Vector): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
