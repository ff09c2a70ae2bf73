/**
 * A model of how a series moves: measured value = level + drift · time + state + noise, where the state is a random
 * walk or returns to 0 (an Ornstein-Uhlenbeck process). The unit of time is the typical gap between measurements, and
 * the unit of variance is the variance that a walk gains in one gap.
 */
export interface SeriesModel {
  /** The rate at which the state returns to its level per gap; 0 for a random walk. */
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

/** Each with and without noise: a walk, a walk with drift, and slow and fast reversion to the level. */
export const SERIES_MODELS: readonly SeriesModel[] = [0, NOISE].flatMap((noise) => [
  { reversion: 0, noise, drift: 0 },
  { reversion: 0, noise, drift: 1 },
  { reversion: 0.05, noise, drift: 0 },
  { reversion: 0.15, noise, drift: 0 },
]);
