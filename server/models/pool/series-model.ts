/**
 * A state-space model of a series: measured value = level + drift · time + state + noise. The state is a random walk or
 * reverts to 0 (an Ornstein-Uhlenbeck process). The unit of time is the typical gap between measurements; the unit of
 * variance is the variance that a random walk gains in one gap.
 */
export interface SeriesModel {
  /** The rate per gap at which the state reverts to 0; 0 for a random walk. */
  readonly reversion: number;
  /** The variance of independent measurement noise. */
  readonly noise: number;
  /**
   * The prior variance of the drift (mean 0), as a multiple of the variance of its estimate from a walk: at 1 the
   * estimate is shrunk by half, at 0 there is no drift.
   */
  readonly drift: number;
}

const NOISE = 1.5;

/** A walk, a walk with drift, slow reversion and fast reversion, each with and without noise. */
export const SERIES_MODELS: readonly SeriesModel[] = [0, NOISE].flatMap((noise) => [
  { reversion: 0, noise, drift: 0 },
  { reversion: 0, noise, drift: 1 },
  { reversion: 0.05, noise, drift: 0 },
  { reversion: 0.15, noise, drift: 0 },
]);
