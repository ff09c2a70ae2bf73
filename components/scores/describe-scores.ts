import { formatDay, formatDifference, formatScore, visible } from "#lib/format.ts";
import { nameReference } from "#lib/scores/reference-names.ts";
import type { Figure, Period, Summary } from "#lib/scores/report.ts";
import type { ReferenceRow } from "#lib/scores/score-tables.ts";
import type { Interval } from "#lib/stats/bootstrap.ts";
import type { Discrimination } from "#lib/stats/discrimination.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import { isSignificant, MIN_QUESTIONS } from "#lib/stats/significance.ts";

export function describeMeans({
  meanHappened,
  meanOthers,
}: Pick<Discrimination, "meanHappened" | "meanOthers">): string {
  return `Options that happened had a mean probability of ${formatPercent(meanHappened)}, other options ${formatPercent(meanOthers)}.`;
}

export const SCORE_NAMES = { brier: "Brier score", log: "log score" };

type Named = Pick<Summary, "value"> & Readonly<Record<"brier" | "log", Pick<Figure, "value">>>;

/** Names the groups with the lowest and the highest mean score; empty without groups. */
export function describeRange<Group extends Named>(
  groups: readonly Group[],
  score: "brier" | "log",
  nameOf: (group: Group) => string,
): string {
  const sorted = groups.toSorted((one, other) => one[score].value - other[score].value);
  const [best, worst] = [sorted[0], sorted.at(-1)];
  if (best === undefined || worst === undefined) return "";
  const say = (group: Group) => `${nameOf(group)} (${formatScore(group[score].value)})`;
  return best === worst
    ? `Only one group: ${say(best)}.`
    : `Lowest mean ${SCORE_NAMES[score]}: ${say(best)}. Highest: ${say(worst)}.`;
}

/** Returns the name of a period: "Aug 2026"; years and decades are their own names. */
export function namePeriod({ value }: Pick<Period, "value">): string {
  return value.length === "2026-08".length ? formatDay(`${value}-01T00:00:00Z`).slice(2) : value;
}

/** Compares the first and the last period, which are sorted; empty without periods. */
export function describePeriods(
  periods: readonly (Pick<Period, "value"> & { readonly brier: Pick<Figure, "value"> })[],
) {
  const [first, last] = [periods[0], periods.at(-1)];
  if (first === undefined || last === undefined) return "";
  if (first === last) return `All questions are in ${namePeriod(first)}.`;
  const say = (period: typeof first) => `${formatScore(period.brier.value)} in ${namePeriod(period)}`;
  return `Mean Brier score: ${say(first)}, ${say(last)}.`;
}

export function describeReferences(rows: readonly ReferenceRow[]): string {
  const differences = rows.map(
    ([name, { logDifference }]) => `${formatDifference(logDifference.value)} from ${visible(nameReference(name))}`,
  );
  return differences.length === 0 ? "No reference." : `Difference in log score: ${differences.join(", ")}.`;
}

/** Says which of two models has the better log score. `interval`: that of the own score minus the other score. */
export function judgeDifference(questions: number, interval: Interval | null, other: string, own: string): string {
  if (questions < MIN_QUESTIONS || interval === null) {
    return `Too few questions to judge the difference: at least ${MIN_QUESTIONS} are needed.`;
  }
  if (!isSignificant(questions, interval)) return "No significant difference in log score: the interval contains 0.";
  const [name, side] = interval.high < 0 ? [own, "below"] : [other, "above"];
  return `The ${name} has a significantly better log score: the interval lies ${side} 0.`;
}
