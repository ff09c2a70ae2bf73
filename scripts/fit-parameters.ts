import { mean } from "#lib/scoring/mean.ts";
import { seededRandom } from "#lib/scoring/seeded-random.ts";
import { answer } from "#server/model/pool/answer.ts";
import type { Parameters } from "#server/model/pool/parameters.ts";
import { readObservations } from "#server/model/pool/read-observations.ts";
import type { ResolvedCase } from "./read-cases.ts";

/** The two parameters that are fitted. */
export type Fitted = Pick<Parameters, "half_life_days" | "binary_exponent">;

/** Doublings: cross-validation did not tell a finer grid from this one. */
const HALF_LIVES = [0.25, 0.5, 1, 2, 4, 8, 16];
const EXPONENTS = Array.from({ length: 21 }, (_, index) => (16 + index) / 20);

/**
 * The prior's standard deviation: a source that needed more than 1.4, or less than 0.6, would be a surprise. Settled with
 * the development questions in sight (0.05 to 0.3 were tried, and a one-standard-error rule that did worse than the last
 * reading when cross-validated), so their cross-validated score is a little too good; held-out questions decide.
 */
const EXPONENT_PRIOR_SD = 0.2;

/** Log scores of one question's case under every candidate, in the order of `candidates`. */
export interface Losses {
  readonly set: string;
  readonly question: string;
  readonly byCandidate: readonly number[];
}

export const candidates: readonly Fitted[] = HALF_LIVES.flatMap((half_life_days) =>
  EXPONENTS.map((binary_exponent) => ({ half_life_days, binary_exponent })),
);

/** Undefined where the release has nothing to go by. */
export function lossesOf({ set, question, request, outcome }: ResolvedCase, fixed: Parameters): Losses | undefined {
  const reading = readObservations(request.task, request.input, fixed);
  const place = reading.options.indexOf(outcome);
  const byCandidate = candidates.flatMap((candidate) => {
    const probability = answer(reading, { ...fixed, ...candidate })?.distribution[place];
    return probability === undefined ? [] : -Math.log(probability);
  });
  return byCandidate.length === 0 ? undefined : { set, question: `${set} ${question}`, byCandidate };
}

/**
 * The candidate with the lowest mean log score times the number of questions, plus ((exponent − 1)/sd)²/2: the most
 * probable one under a normal prior about 1 for the exponent, where cases of one question count as one. Sharpening is
 * thus taken only as far as the data ask: a handful of wrong favourites decides what it costs. Answers its index.
 */
export function chooseCandidate(losses: readonly Losses[]): number {
  const questions = new Set(losses.map(({ question }) => question)).size;
  const costs = candidates.map(({ binary_exponent }, index) => {
    const fit = questions * mean(losses.map(({ byCandidate }) => byCandidate[index] ?? 0));
    return fit + ((binary_exponent - 1) / EXPONENT_PRIOR_SD) ** 2 / 2;
  });
  return costs.indexOf(Math.min(...costs));
}

/** One part left out, and what was chosen without it. */
export interface HeldOut {
  readonly name: string;
  readonly chosen: Fitted;
  /** The left-out cases' log scores under what was chosen without them. */
  readonly scores: readonly number[];
}

/** Leaves out each group in turn, chooses on the others, and scores the group. */
export function leaveOut(losses: readonly Losses[], groupOf: (one: Losses) => string): readonly HeldOut[] {
  return [...Map.groupBy(losses, groupOf)].flatMap(([name, group]) => {
    const index = chooseCandidate(losses.filter((one) => groupOf(one) !== name));
    const chosen = candidates[index];
    return chosen === undefined
      ? []
      : { name, chosen, scores: group.map(({ byCandidate }) => byCandidate[index] ?? 0) };
  });
}

/** Assigns every question, with all its cases, to one of `folds` parts of like size. The same file gives the same folds. */
export function foldsByQuestion(losses: readonly Losses[], folds: number): Map<string, string> {
  const random = seededRandom(1);
  const questions = [...new Set(losses.map(({ question }) => question))].sort();
  const shuffled = questions.map((question) => ({ question, place: random() })).sort((a, b) => a.place - b.place);
  return new Map(shuffled.map(({ question }, index) => [question, `fold ${(index % folds) + 1}`]));
}
