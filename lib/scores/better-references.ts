import { countOf, formatCount } from "#lib/format.ts";
import { isSignificant, MIN_QUESTIONS } from "#lib/stats/significance.ts";
import type { Figure, Section } from "./report.ts";

/** A reference whose log score is significantly better than that of the model on the same cases. */
export interface BetterReference {
  /** Null for all sets together. */
  readonly set: string | null;
  readonly reference: string;
  readonly questions: number;
  /** Model minus reference. */
  readonly logDifference: Figure;
}

/** Smaller differences are rounding errors of forecasts that are equal. */
const ROUNDING = 1e-9;

/**
 * Compares each set, and all sets together if there are several, with each reference. Returns the references that are
 * significantly better, largest difference first, and the result in words.
 */
export function findBetterReferences(sections: readonly Section[]) {
  const sets = sections.filter(({ dimension }) => dimension === "set");
  const compared = sets.length === 1 ? sets : sections.filter(({ dimension }) => ["all", "set"].includes(dimension));
  const all = compared.flatMap(({ dimension, value, references }) =>
    Object.entries(references).map(([reference, { questions, logDifference }]): BetterReference => {
      return { set: dimension === "all" ? null : value, reference, questions, logDifference };
    }),
  );
  const enough = all.filter(({ questions }) => questions >= MIN_QUESTIONS);
  const better = enough
    .filter(({ questions, logDifference: { interval } }) => {
      return isSignificant(questions, interval) && (interval?.low ?? 0) > ROUNDING;
    })
    .sort((one, other) => other.logDifference.value - one.logDifference.value);
  return { better, text: describeComparisons(all.length, enough.length, better.length) };
}

/** Takes the numbers of all comparisons, of those with enough questions, and of those with a better reference. */
function describeComparisons(all: number, enough: number, better: number): string {
  if (all === 0) return "No answered case has a reference, so the model is not compared.";
  if (enough === 0) {
    return `Too few questions to tell whether a reference is better: a comparison needs at least ${MIN_QUESTIONS}.`;
  }
  const few = all - enough;
  return [
    `Comparisons in which the reference has a significantly better log score: ${formatCount(better)} of ${formatCount(enough)}.`,
    ...(few === 0 ? [] : [`Too few questions to tell in ${countOf(few, "other comparison")}.`]),
    "Intervals are not adjusted for the number of comparisons: of 40 references that are as good as the model, about one is listed by chance.",
  ].join(" ");
}
