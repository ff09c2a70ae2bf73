import type { Interval } from "./bootstrap.ts";
import { type Distribution, probabilityOf } from "./distribution.ts";
import { fromLogs } from "./log-space.ts";

export interface SlopeCase {
  /** Cases of the same question are dependent. */
  readonly question: string;
  /** Weight of the case; the weights of a question's cases sum to 1. */
  readonly weight: number;
  readonly probabilities: Distribution;
  readonly outcome: string;
}

export interface Slope {
  readonly value: number;
  /** The 95 % interval from the sandwich estimator with questions as clusters. */
  readonly interval: Interval | undefined;
}

const STEPS = 50;
const [LOWEST, HIGHEST] = [0.01, 20];

/**
 * Returns the calibration slope: the exponent b for which probabilities proportional to p^b have the highest likelihood.
 * 1 is calibrated; below 1, the forecasts are too confident; above 1, not confident enough. For two options this is the
 * logistic recalibration slope without intercept (Cox 1958, Biometrika 45). Probabilities below `floor` count as
 * `floor`. Undefined if the likelihood does not depend on b, as for uniform forecasts.
 */
export function calibrationSlope(cases: readonly SlopeCase[], floor: number): Slope | undefined {
  const prepared = cases.map(({ question, weight, probabilities, outcome }) => {
    const options = Object.keys(probabilities);
    const logs = options.map((option) => Math.log(Math.max(probabilityOf(probabilities, option), floor)));
    return { question, weight, logs, happened: logs[options.indexOf(outcome)] ?? Number.NaN };
  });
  // The slope of the log likelihood falls in b, so its root is found by Newton's method within a shrinking bracket.
  let [low, high, slope] = [LOWEST, HIGHEST, 1];
  for (let step = 0; step < STEPS && high - low > 1e-6; step++) {
    const { gradient, information } = addUp(prepared, slope);
    if (information <= 1e-12) return undefined;
    if (gradient > 0) low = slope;
    else high = slope;
    const newton = slope + gradient / information;
    const isInside = newton > low && newton < high;
    if (isInside && Math.abs(newton - slope) < 1e-9) break;
    slope = isInside ? newton : (low + high) / 2;
  }
  const { information, byQuestion } = addUp(prepared, slope);
  if (byQuestion.length < 2) return { value: slope, interval: undefined };
  const meat = byQuestion.reduce((sum, one) => sum + one ** 2, 0);
  const error = (1.96 * Math.sqrt((meat * byQuestion.length) / (byQuestion.length - 1))) / information;
  return { value: slope, interval: { low: slope - error, high: slope + error } };
}

interface Prepared extends Pick<SlopeCase, "question" | "weight"> {
  readonly logs: readonly number[];
  /** Log probability of the outcome. */
  readonly happened: number;
}

/** Adds up the derivatives of the log likelihood in the slope, and the first one per question. */
function addUp(cases: readonly Prepared[], slope: number) {
  let [gradient, information] = [0, 0];
  const byQuestion = new Map<string, number>();
  for (const { question, weight, logs, happened } of cases) {
    const tilted = fromLogs(logs.map((log) => slope * log));
    let [mean, square] = [0, 0];
    for (const [index, log] of logs.entries()) {
      mean += (tilted[index] ?? 0) * log;
      square += (tilted[index] ?? 0) * log ** 2;
    }
    const one = weight * (happened - mean);
    gradient += one;
    information += weight * (square - mean ** 2);
    byQuestion.set(question, (byQuestion.get(question) ?? 0) + one);
  }
  return { gradient, information, byQuestion: [...byQuestion.values()] };
}
