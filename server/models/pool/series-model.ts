/**
 * A state-space model of a series: measured value = level + drift · time + season + state + noise. The state is a
 * random walk or reverts to 0 (an Ornstein-Uhlenbeck process). The unit of time is the typical gap between
 * measurements; the unit of variance is the variance that a random walk gains in one gap.
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
  /** The number of harmonics of the year in the season; 0 without a season. */
  readonly harmonics: number;
}

export const YEAR_DAYS = 365.25;

const NOISE = 1.5;
/** Used for long series only. */
const STRONG_NOISE = 8;

const plain = (reversion: number, noise: number, drift: number): SeriesModel => ({
  reversion,
  noise,
  drift,
  harmonics: 0,
});

/** A walk, a walk with drift, slow reversion and fast reversion, each with and without noise. */
export const SERIES_MODELS: readonly SeriesModel[] = [0, NOISE].flatMap((noise) => [
  plain(0, noise, 0),
  plain(0, noise, 1),
  plain(0.05, noise, 0),
  plain(0.15, noise, 0),
]);

export const NOISY_WALKS: readonly SeriesModel[] = [plain(0, STRONG_NOISE, 0), plain(0, STRONG_NOISE, 1)];

export function isNoisyWalk({ noise, harmonics }: SeriesModel): boolean {
  return noise === STRONG_NOISE && harmonics === 0;
}

/**
 * Models of a series without the effects of a cycle: walks with four levels of noise, and reversion at three rates to a
 * level without noise, and to a level or a line with noise.
 */
export const CYCLE_MODELS: readonly SeriesModel[] = [
  ...[0, NOISE, STRONG_NOISE, 40].map((noise) => plain(0, noise, 0)),
  ...[0.05, 0.2, 0.5].flatMap((reversion) => [
    plain(reversion, 0, 0),
    plain(reversion, NOISE, 0),
    plain(reversion, NOISE, 1),
  ]),
];

const SEASON_NOISES = [0, NOISE, STRONG_NOISE, 40];
const SEASON_HARMONICS = [2, 6];
/** Gaps between months differ. With this tolerance, monthly values have six harmonics and quarterly values two. */
const GAP_TOLERANCE = 0.2;

/**
 * Returns walks with a season, for measurements with a typical gap in days. The shortest harmonic has at least two
 * measurements per period, so values with a gap of a year have no season.
 */
export function seasonalModels(gap: number): readonly SeriesModel[] {
  const most = Math.floor(YEAR_DAYS / (2 * gap) + GAP_TOLERANCE);
  const harmonics = new Set(SEASON_HARMONICS.map((one) => Math.min(one, most)).filter((one) => one > 0));
  return [...harmonics].flatMap((one) =>
    SEASON_NOISES.flatMap((noise) => [0, 1].map((drift) => ({ reversion: 0, noise, drift, harmonics: one }))),
  );
}
