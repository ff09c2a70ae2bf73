import type { ScoredCase } from "#lib/stats/bootstrap.ts";
import { mean } from "#lib/stats/scores.ts";

/**
 * Returns one case per question with the mean scores of its cases, so that a question counts once however many cases it
 * has.
 */
export function averageByQuestion(cases: readonly ScoredCase[]): ScoredCase[] {
  return [...Map.groupBy(cases, ({ question }) => question)].map(([question, members]) => ({
    question,
    scores: (members[0]?.scores ?? []).map((_, index) =>
      mean(members.map(({ scores }) => scores[index] ?? Number.NaN)),
    ),
  }));
}
