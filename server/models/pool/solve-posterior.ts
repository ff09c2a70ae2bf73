export interface Posterior {
  readonly coefficients: readonly number[];
  /** The part of the sum of squares that the coefficients explain. */
  readonly explained: number;
  /** Logarithm of the determinant of (identity + prior variances · products). */
  readonly logDeterminant: number;
  /** `direction`ᵀ · posterior covariance · `direction`, in the unit of variance. */
  readonly quadraticForm: number;
}

/**
 * Solves a linear regression whose coefficients have independent normal priors with mean 0 and the given variances, by
 * a Cholesky decomposition of (products + inverse prior variances). `products` is symmetric; `targets` are the products
 * with the dependent variable.
 */
export function solvePosterior(
  products: readonly (readonly number[])[],
  targets: readonly number[],
  variances: readonly number[],
  direction: readonly number[],
): Posterior {
  const factor: number[][] = [];
  let logDeterminant = 0;
  for (const [row, variance] of variances.entries()) {
    const entries: number[] = [];
    for (let column = 0; column <= row; column++) {
      let rest = (products[row]?.[column] ?? 0) + (column === row ? 1 / variance : 0);
      const above = column === row ? entries : (factor[column] ?? []);
      for (let index = 0; index < column; index++) rest -= (entries[index] ?? 0) * (above[index] ?? 0);
      // Rounding can make the rest smaller than the prior's part, which exact arithmetic never does.
      entries.push(column === row ? Math.sqrt(Math.max(rest, 1 / variance)) : rest / (above[column] ?? 1));
    }
    factor.push(entries);
    logDeterminant += 2 * Math.log(entries[row] ?? 1) + Math.log(variance);
  }
  const [halfTargets, halfDirection] = [forward(factor, targets), forward(factor, direction)];
  return {
    coefficients: backward(factor, halfTargets),
    explained: dot(halfTargets, halfTargets),
    logDeterminant,
    quadraticForm: dot(halfDirection, halfDirection),
  };
}

/** Solves factor · x = `values` for a lower triangular factor. */
function forward(factor: readonly (readonly number[])[], values: readonly number[]): number[] {
  const solved: number[] = [];
  for (const [row, entries] of factor.entries()) {
    solved.push(((values[row] ?? 0) - dot(entries.slice(0, row), solved)) / (entries[row] ?? 1));
  }
  return solved;
}

/** Solves factorᵀ · x = `values` for a lower triangular factor. */
function backward(factor: readonly (readonly number[])[], values: readonly number[]): number[] {
  const solved = [...values];
  for (let row = factor.length - 1; row >= 0; row--) {
    let rest = solved[row] ?? 0;
    for (let below = row + 1; below < factor.length; below++)
      rest -= (factor[below]?.[row] ?? 0) * (solved[below] ?? 0);
    solved[row] = rest / (factor[row]?.[row] ?? 1);
  }
  return solved;
}

function dot(one: readonly number[], other: readonly number[]): number {
  let total = 0;
  for (const [index, value] of one.entries()) total += value * (other[index] ?? 0);
  return total;
}
