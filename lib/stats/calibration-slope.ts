import type { Interval } from "./bootstrap.ts";

/** Forecasts one after the other. Those of the same question are dependent. */
export interface SlopeForecasts {
  /** By forecast: index of the question. */
  readonly questions: Float64Array;
  /** By forecast; the weights of a question's forecasts sum to 1. */
  readonly weights: Float64Array;
  /** By forecast: number of options. */
  readonly options: Float64Array;
  /** By forecast: index of the option that happened. */
  readonly happened: Float64Array;
  /** The probabilities of all options of all forecasts. */
  readonly probabilities: Float64Array;
}

export interface Slope {
  readonly value: number;
  /** The 95 % interval from the sandwich estimator with questions as clusters; null with fewer than two questions. */
  readonly interval: Interval | null;
}

const STEPS = 50;
const [LOWEST, HIGHEST] = [0.01, 20];

/**
 * Returns the calibration slope: the exponent b for which probabilities proportional to p^b have the highest likelihood.
 * 1 is calibrated; below 1, the forecasts are too confident; above 1, not confident enough. For two options this is the
 * logistic recalibration slope without intercept (Cox 1958, Biometrika 45). Probabilities below `floor` count as
 * `floor`. Null if the likelihood does not depend on b, as for uniform forecasts.
 */
export function calibrationSlope(forecasts: SlopeForecasts, floor: number): Slope | null {
  const logs = forecasts.probabilities.map((probability) => Math.log(Math.max(probability, floor)));
  const questions = 1 + forecasts.questions.reduce((most, question) => Math.max(most, question), -1);
  // The slope of the log likelihood falls in b, so its root is found by Newton's method within a shrinking bracket.
  let [low, high, slope] = [LOWEST, HIGHEST, 1];
  for (let step = 0; step < STEPS && high - low > 1e-6; step++) {
    const { gradient, information } = addUp(forecasts, logs, slope);
    if (information <= 1e-12) return null;
    if (gradient > 0) low = slope;
    else high = slope;
    const newton = slope + gradient / information;
    const isInside = newton > low && newton < high;
    if (isInside && Math.abs(newton - slope) < 1e-9) break;
    slope = isInside ? newton : (low + high) / 2;
  }
  if (questions < 2) return { value: slope, interval: null };
  const byQuestion = new Float64Array(questions);
  const { information } = addUp(forecasts, logs, slope, byQuestion);
  const meat = byQuestion.reduce((sum, one) => sum + one ** 2, 0);
  const error = (1.96 * Math.sqrt((meat * questions) / (questions - 1))) / information;
  return { value: slope, interval: { low: slope - error, high: slope + error } };
}

/** Adds up the derivatives of the log likelihood in the slope, and the first one also in `byQuestion`. */
function addUp(
  { questions, weights, options, happened }: SlopeForecasts,
  logs: Float64Array,
  slope: number,
  byQuestion?: Float64Array,
) {
  let [gradient, information, at] = [0, 0, 0];
  for (let forecast = 0; forecast < weights.length; forecast++) {
    const end = at + (options[forecast] as number);
    const own = logs[at + (happened[forecast] as number)] as number;
    let top = Number.NEGATIVE_INFINITY;
    for (let index = at; index < end; index++) top = Math.max(top, slope * (logs[index] as number));
    let [total, mean, square] = [0, 0, 0];
    for (; at < end; at++) {
      const log = logs[at] as number;
      const tilted = Math.exp(slope * log - top);
      total += tilted;
      mean += tilted * log;
      square += tilted * log ** 2;
    }
    const [weight, centre] = [weights[forecast] as number, mean / total];
    const one = weight * (own - centre);
    gradient += one;
    information += weight * (square / total - centre ** 2);
    if (byQuestion === undefined) continue;
    const question = questions[forecast] as number;
    byQuestion[question] = (byQuestion[question] as number) + one;
  }
  return { gradient, information };
}
