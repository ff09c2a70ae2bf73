import { addBins, type Bin, binOption } from "#lib/stats/reliability.ts";
import { questionOf } from "./figure.ts";
import type { ScoredForecast } from "./score-answers.ts";

/**
 * Returns the reliability bins of scored cases. Cases of the same question and option share an outcome, so they are
 * binned together as one cluster. Each of a question's n cases has the weight 1/n.
 */
export function reliabilityBins(scored: readonly ScoredForecast[]): Bin[] {
  const questions = Map.groupBy(scored, questionOf);
  return addBins(
    [...questions.values()].flatMap((cases) => {
      const options = cases.flatMap(({ probabilities, outcome }) =>
        Object.entries(probabilities).map(([option, probability]) => ({
          key: JSON.stringify([option, option === outcome]),
          probability,
          happened: option === outcome,
        })),
      );
      return [...Map.groupBy(options, ({ key }) => key).values()].map((members) =>
        binOption(
          members.map(({ probability }) => probability),
          members[0]?.happened ?? false,
          cases.length,
        ),
      );
    }),
  );
}
