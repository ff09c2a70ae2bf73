/** Student's t distribution around `centre` with `degrees` of freedom. With a `scale` of 0 it is the point `centre`. */
export interface StudentT {
  readonly centre: number;
  /** In the unit of the values, at least 0. With ν degrees of freedom, the standard deviation is √(ν/(ν − 2)) × scale. */
  readonly scale: number;
  /** Greater than 0. */
  readonly degrees: number;
}

/**
 * Returns the probability of values from `low` to `high`, 0 to 1. Open and closed bounds are equivalent for a
 * continuous distribution. If both bounds lie above the centre, they are mirrored to the lower tail, where small
 * probabilities have full precision.
 */
export function probabilityBetween({ centre, scale, degrees }: StudentT, low: number, high: number): number {
  const from = (low - centre) / scale;
  const to = (high - centre) / scale;
  return from > 0 ? below(-from, degrees) - below(-to, degrees) : below(to, degrees) - below(from, degrees);
}

/** Returns the probability of values below x, for centre 0 and scale 1. It is precise far out in the lower tail too. */
function below(x: number, degrees: number): number {
  const root = Math.abs(x) / Math.sqrt(degrees);
  if (root === 0) return 0.5;
  if (root === Infinity) return x < 0 ? 0 : 1;
  // Computes ν/(ν + x²) and its complement without overflow or cancellation.
  const square = root * root;
  const logSum = root < 1 ? Math.log1p(square) : 2 * Math.log(root) + Math.log1p(1 / square);
  const split = {
    x: 1 / (1 + square),
    y: root < 1 ? square / (1 + square) : 1 / (1 + 1 / square),
    logX: -logSum,
    logY: 2 * Math.log(root) - logSum,
  };
  const tail = incompleteBeta(split, degrees / 2) / 2;
  return x < 0 ? tail : 1 - tail;
}

/** A number x from 0 to 1 and y = 1 − x, both to full precision, with their logarithms. */
interface Split {
  readonly x: number;
  readonly y: number;
  readonly logX: number;
  readonly logY: number;
}

/**
 * The regularised incomplete beta function I_x(a, ½) for a > 0: the cumulative probability at x of a beta distribution
 * with these parameters. Uses the continued fraction on the side of the mean where it converges fast, and I_x(a, b) = 1
 * − I_y(b, a) on the other side.
 */
function incompleteBeta({ x, y, logX, logY }: Split, a: number): number {
  const front = (Math.exp(a * logX + 0.5 * logY) * gammaRatio(a)) / Math.sqrt(Math.PI);
  return x * (a + 2.5) < a + 1 ? front / continuedFraction(x, y, a, 0.5) : 1 - front / continuedFraction(y, x, 0.5, a);
}

/**
 * The continued fraction β₀ + α₁/(β₁ + α₂/(β₂ + …)) of Didonato and Morris 1992 (Algorithm 708, ACM TOMS 18, eq. 9). It
 * is the even part of DLMF 8.17.22, which does not cancel if x is near 1 and a is large. Evaluated by Lentz's method as
 * modified by Thompson and Barnett (1986).
 */
function continuedFraction(x: number, y: number, a: number, b: number): number {
  const beta = (n: number) =>
    n + (n * (b - n) * x) / (a + 2 * n - 1) + ((a + n) * (a * y - b * x + 1 + n * (1 + y))) / (a + 2 * n + 1);
  let value = (a * (a * y - b * x + 1)) / (a + 1) || TINY;
  let ahead = value;
  let behind = 0;
  for (let n = 1; n <= MAX_TERMS; n++) {
    const alpha = ((a + n - 1) * (a + b + n - 1) * n * (b - n) * x * x) / (a + 2 * n - 1) ** 2;
    behind = 1 / (beta(n) + alpha * behind || TINY);
    ahead = beta(n) + alpha / ahead || TINY;
    value *= ahead * behind;
    if (Math.abs(ahead * behind - 1) <= Number.EPSILON) break;
  }
  return value;
}

const TINY = 1e-300;
/** The number of terms grows with the square root of the larger parameter: 400 for a million. */
const MAX_TERMS = 10_000;

/**
 * Γ(a + ½)/Γ(a), by the difference of Stirling's series for both logarithms (DLMF 5.11.8); below 20 by Γ(a + 1) =
 * aΓ(a). Subtracting two log-gamma values would leave few digits for large a.
 */
function gammaRatio(a: number): number {
  let at = a;
  let ratio = 1;
  for (; at < 20; at++) ratio *= at / (at + 0.5);
  const u = 1 / (at * at);
  const series = -1 / 8 + u * (1 / 192 + u * (-1 / 640 + u * (17 / 14_336 - (u * 31) / 18_432)));
  return ratio * Math.sqrt(at) * Math.exp(series / at);
}
