import { countOf, formatScore } from "#lib/format.ts";
import type { Distribution } from "#lib/stats/distribution.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";

interface Scored {
  readonly scored: true;
  readonly option: string;
  readonly brier: number;
}

interface NotScored {
  readonly scored: false;
  /** Why the forecast has no score. */
  readonly message: string;
}

/** Says what a forecast gave to the option that happened. */
export function describeForecastScore(score: Scored | NotScored, probabilities: Distribution): string {
  if (!score.scored) return `The forecast below has no score. ${score.message}`;
  const own = probabilities[score.option] ?? 0;
  const higher = Object.values(probabilities).filter((probability) => probability > own).length;
  const rank = higher === 0 ? "No option got more." : `${countOf(higher, "option")} got more.`;
  return `The last forecast before it gave it ${formatPercent(own)}. ${rank} Brier score ${formatScore(score.brier)} (0 is best, 2 is worst).`;
}

interface Question {
  /** Null if no forecast is scored. */
  readonly scores: { readonly forecasts: number; readonly brier: number; readonly log: number } | null;
  /** Null without a confirmed outcome; its option is null if the question is void. */
  readonly confirmed: { readonly option: string | null } | null;
}

export function describeQuestionScores({ scores, confirmed }: Question): string {
  if (scores !== null) {
    const { forecasts, brier, log } = scores;
    const [start, mean] = forecasts === 1 ? ["", ""] : ["mean ", "mean "];
    return `${countOf(forecasts, "forecast")} scored: ${start}Brier score ${formatScore(brier)}, ${mean}log score ${formatScore(log)}.`;
  }
  if (confirmed === null) return "Forecasts are scored once an outcome is confirmed.";
  if (confirmed.option === null) return "Not scored: the outcome is void.";
  return "Not scored: no forecast was made before the question was decided.";
}

/** Says which observations a table leaves out. */
export function describeShownWorths(shown: number, all: number): string {
  return shown < all ? ` The table shows ${shown} of ${all} observations, those that changed the score most.` : "";
}
