import {
  addBins,
  binOption,
  type Decomposition,
  decomposeBrier,
  type ReliabilityPoint,
  reliabilityOf,
} from "#lib/stats/reliability.ts";
import type { ResolvedCase } from "./resolved-case.ts";
import type { Asked } from "./run-evaluation.ts";
import { type Baselines, type Refusal, type ScoredForecast, scoreAnswers } from "./score-answers.ts";
import { type Summary, summariseScores } from "./summarise-scores.ts";

export interface Subject {
  readonly adapter: string;
  /** Host and port of the model server; null if there is none. */
  readonly server: string | null;
  /** SHA-256 of the uncompressed case files, concatenated in order. */
  readonly dataDigest: string;
  readonly files: readonly string[];
}

/** The content of a report. Deterministic: the same answers to the same cases give the same report. */
export interface Report {
  readonly subject: Subject;
  readonly versions: readonly { readonly version: string; readonly answers: number }[];
  readonly cases: number;
  readonly answered: number;
  readonly refusedBySet: readonly RefusedSet[];
  readonly refused: readonly Refusal[];
  readonly all: Summary;
  readonly sets: readonly Summary[];
  /** Grouped by the time from `as_of` to the resolution. */
  readonly horizons: readonly Summary[];
  readonly reliability: readonly ReliabilityPoint[];
  readonly decomposition: Decomposition | undefined;
}

export interface RefusedSet {
  readonly set: string;
  readonly cases: number;
  readonly codes: Readonly<Record<string, number>>;
}

/** Scores the answers and summarises them by set and by horizon. Calls `step` after each summary to report progress. */
export function buildReport(
  subject: Subject,
  cases: readonly ResolvedCase[],
  answers: readonly Asked[],
  baselinesOf: (one: ResolvedCase) => Baselines,
  step: () => void = () => {},
): Report {
  const { scored, refused } = scoreAnswers(cases, answers, baselinesOf);
  const summarise = (name: string, members: readonly ScoredForecast[]) => {
    const summary = summariseScores(name, members);
    step();
    return summary;
  };
  const bySet = Map.groupBy(scored, ({ set }) => set);
  const versions = Map.groupBy(
    answers.filter((answer) => answer.ok),
    ({ modelVersion }) => modelVersion,
  );
  const bins = reliabilityBins(scored);
  return {
    subject,
    versions: [...versions].map(([version, { length }]) => ({ version, answers: length })),
    cases: cases.length,
    answered: scored.length,
    refusedBySet: countRefusals(cases, refused),
    refused,
    all: summarise("all", scored),
    sets: setsOf(cases).map((set) => summarise(set, bySet.get(set) ?? [])),
    horizons: HORIZONS.flatMap(({ name, above, upTo }) => {
      const members = scored.filter(({ horizonDays }) => horizonDays > above && horizonDays <= upTo);
      return members.length === 0 ? [] : [summarise(name, members)];
    }),
    reliability: reliabilityOf(bins),
    decomposition: decomposeBrier(bins),
  };
}

const HORIZONS = [
  { name: "up to 7 days", above: Number.NEGATIVE_INFINITY, upTo: 7 },
  { name: "7 to 31 days", above: 7, upTo: 31 },
  { name: "31 to 92 days", above: 31, upTo: 92 },
  { name: "92 to 366 days", above: 92, upTo: 366 },
  { name: "above 366 days", above: 366, upTo: Number.POSITIVE_INFINITY },
];

function setsOf(cases: readonly ResolvedCase[]): readonly string[] {
  return [...new Set(cases.map(({ set }) => set))];
}

function countRefusals(cases: readonly ResolvedCase[], refused: readonly Refusal[]): readonly RefusedSet[] {
  const bySet = Map.groupBy(refused, ({ set }) => set);
  return setsOf(cases).flatMap((set) => {
    const members = bySet.get(set);
    if (members === undefined) return [];
    const codes = [...Map.groupBy(members, ({ code }) => code)].map(([code, { length }]) => [code, length]);
    return [{ set, cases: members.length, codes: Object.fromEntries(codes) }];
  });
}

/**
 * Cases of the same question and option share an outcome, so they are binned together as one cluster. Each of a
 * question's n cases has the weight 1/n.
 */
function reliabilityBins(scored: readonly ScoredForecast[]) {
  const questions = Map.groupBy(scored, ({ set, question }) => JSON.stringify([set, question]));
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
