/** A value for each measurement, and one for the deadline at the end. */
export type Column = readonly number[];

export interface Filtered {
  /** Returns the sum of products of the innovations of two columns, each divided by the innovation's variance. */
  readonly sums: (one: number, other: number) => number;
  /** Sum of the logarithms of the innovations' variances. */
  readonly logVariances: number;
  /** For each column: the value at the deadline minus its prediction. */
  readonly ahead: readonly number[];
  /** Variance of a measurement at the deadline, given the measurements. */
  readonly variance: number;
}

/**
 * Runs a Kalman filter over the values and, with the same gains, over the regressors. The innovations are independent,
 * so least squares needs only the sums of their products. `times` ends with the deadline. Variances are relative to the
 * variance that a random walk gains in one unit of time.
 */
export function filterColumns(
  times: readonly number[],
  columns: readonly Column[],
  { reversion, noise }: { readonly reversion: number; readonly noise: number },
): Filtered {
  const width = columns.length;
  const sums = new Float64Array(width * width);
  const carried = new Float64Array(width);
  const innovations = new Float64Array(width);
  // A random walk may begin with any variance, because its level is estimated. A mean-reverting state begins with its
  // stationary variance.
  let variance = reversion === 0 ? 1 : 1 / (2 * reversion);
  let logVariances = 0;
  const end = times.length - 1;
  for (let row = 0; row <= end; row++) {
    const time = (times[row] ?? 0) - (times[Math.max(0, row - 1)] ?? 0);
    const retained = Math.exp(-reversion * time);
    variance =
      variance * retained * retained + (reversion === 0 ? time : -Math.expm1(-2 * reversion * time) / (2 * reversion));
    for (let column = 0; column < width; column++) {
      carried[column] = (carried[column] ?? 0) * retained;
      innovations[column] = (columns[column]?.[row] ?? 0) - (carried[column] ?? 0);
    }
    if (row === end) break;
    const total = variance + noise;
    const gain = variance / total;
    for (let one = 0; one < width; one++) {
      const innovation = innovations[one] ?? 0;
      const weighted = innovation / total;
      for (let other = 0; other <= one; other++) {
        const index = one * width + other;
        sums[index] = (sums[index] ?? 0) + weighted * (innovations[other] ?? 0);
      }
      carried[one] = (carried[one] ?? 0) + gain * innovation;
    }
    logVariances += Math.log(total);
    variance *= noise / total;
  }
  return {
    sums: (one, other) => sums[Math.max(one, other) * width + Math.min(one, other)] ?? 0,
    logVariances,
    ahead: [...innovations],
    variance: variance + noise,
  };
}
