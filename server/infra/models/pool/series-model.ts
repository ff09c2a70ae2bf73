/**
 * One way in which a series may move: measured value = level + drift · time + state + noise, where the state is a random
 * walk, or returns to 0 (an Ornstein-Uhlenbeck process). Time is in typical gaps between measurements, and the unit of
 * variance is what a walk gains in one gap.
 */
export interface SeriesModel {
  /** The share of the way back to its level that the state goes in a gap, as a rate; 0 for a random walk. */
  readonly reversion: number;
  /** Variance of what each measurement has of its own and the next one does not share. */
  readonly noise: number;
  /**
   * Variance of the drift, which is 0 on average, as a multiple of the variance with which a walk's measurements show it:
   * at 1 a drift is taken for half of what the measurements show, at 0 there is none.
   */
  readonly drift: number;
}

const NOISE = 1.5;

/** With and without noise: a walk, a walk with drift, a slow and a fast return to the level. */
export const SERIES_MODELS: readonly SeriesModel[] = [0, NOISE].flatMap((noise) => [
  { reversion: 0, noise, drift: 0 },
  { reversion: 0, noise, drift: 1 },
  { reversion: 0.05, noise, drift: 0 },
  { reversion: 0.15, noise, drift: 0 },
]);
