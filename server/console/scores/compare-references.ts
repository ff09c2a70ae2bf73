import type { Totals } from "#lib/scores/totals.ts";
import { bootstrapClusters, type Cluster } from "#lib/stats/bootstrap.ts";
import { skill } from "#lib/stats/scores.ts";
import { type Figure, RESAMPLES } from "./compute-figure.ts";

/**
 * Skill compared with a reference forecast, over the questions with forecasts that have the reference. Null if there
 * are none or the reference scores 0.
 */
export interface Skill {
  readonly questions: number;
  readonly brier: Figure | null;
  readonly log: Figure | null;
}

export interface Skills {
  readonly uniform: Skill;
  readonly baseRate: Skill;
  readonly lastCrowd: Skill;
}

/** Returns the skill of a part from its totals per random group of questions. */
export function compareReferences(groups: readonly Totals[]): Skills {
  return {
    uniform: skillOf(groups, (group) => ({
      questions: group.questions,
      brier: [group.brier, group.uniformBrier],
      log: [group.log, group.uniformLog],
    })),
    baseRate: skillOf(groups, (group) => ({
      questions: group.baseQuestions,
      brier: [group.baseOwnBrier, group.baseBrier],
      log: [group.baseOwnLog, group.baseLog],
    })),
    lastCrowd: skillOf(groups, (group) => ({
      questions: group.crowdQuestions,
      brier: [group.crowdOwnBrier, group.crowdBrier],
      log: [group.crowdOwnLog, group.crowdLog],
    })),
  };
}

/** Sums over the questions of a group: our score, and the score of the reference. */
type Pair = readonly [own: number, reference: number];

interface Paired {
  readonly questions: number;
  readonly brier: Pair;
  readonly log: Pair;
}

function skillOf(groups: readonly Totals[], pairOf: (group: Totals) => Paired): Skill {
  const paired = groups.map(pairOf).filter(({ questions }) => questions > 0);
  const figure = (kind: "brier" | "log") =>
    toFigure(paired.map((group) => ({ sums: group[kind], cases: group.questions })));
  return {
    questions: paired.reduce((total, { questions }) => total + questions, 0),
    brier: figure("brier"),
    log: figure("log"),
  };
}

/** Paired bootstrap: draws groups of questions with both scores. */
function toFigure(clusters: readonly Cluster[]): Figure | null {
  const [own, reference] = [0, 1].map((index) => clusters.reduce((total, { sums }) => total + (sums[index] ?? 0), 0));
  const value = ratioOf([own ?? 0, reference ?? 0]);
  if (value === undefined) return null;
  return { value, interval: bootstrapClusters(clusters, ratioOf, { resamples: RESAMPLES }) ?? null };
}

/** Accepts sums and means, because the number of questions cancels out. */
function ratioOf([own = 0, reference = 0]: readonly number[]): number | undefined {
  return skill(own, reference);
}
