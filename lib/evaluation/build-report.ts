import { type Decomposition, decomposeBrier, type ReliabilityPoint, reliabilityOf } from "#lib/stats/reliability.ts";
import { mean } from "#lib/stats/scores.ts";
import { listReferences } from "./reference-names.ts";
import { reliabilityBins } from "./reliability-bins.ts";
import type { ResolvedCase } from "./resolved-case.ts";
import type { Asked } from "./run-evaluation.ts";
import { type Baselines, type Refusal, type ScoredForecast, type Scores, scoreAnswers } from "./score-answers.ts";
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
  /** The means in which every set has the same weight; undefined if no case was answered. */
  readonly overSets?: Scores | undefined;
  readonly sets: readonly Summary[];
  /** Grouped by the time from `as_of` to the resolution. */
  readonly horizons: readonly Summary[];
  /** Grouped by the month, year or decade of `as_of`. */
  readonly periods?: readonly Summary[];
  /** The cases with the highest log scores, at most ten. */
  readonly worst?: readonly WorstCase[];
  readonly reliability: readonly ReliabilityPoint[];
  readonly decomposition: Decomposition | undefined;
}

export interface WorstCase extends Pick<ScoredForecast, "file" | "line" | "set" | "question" | "outcome"> {
  /** The probability that the model gave to the outcome. */
  readonly probability: number;
  /** Log score of the model, and of each reference. */
  readonly log: number;
  readonly references: Readonly<Record<string, number>>;
}

export interface RefusedSet {
  readonly set: string;
  readonly cases: number;
  readonly codes: Readonly<Record<string, number>>;
}

const MAX_PERIODS = 36;
const WORST = 10;

/** Scores the answers and summarises them by set, horizon and period. Calls `step` after each summary to report progress. */
export function buildReport(
  subject: Subject,
  cases: readonly ResolvedCase[],
  answers: readonly Asked[],
  baselinesOf: (one: ResolvedCase) => Baselines,
  step: () => void = () => {},
): Report {
  const { scored, refused, imputed } = scoreAnswers(cases, answers, baselinesOf);
  const summarise = (...of: Parameters<typeof summariseScores>) => {
    const summary = summariseScores(...of);
    step();
    return summary;
  };
  const bySet = Map.groupBy(scored, ({ set }) => set);
  const imputedBySet = Map.groupBy(imputed, ({ set }) => set);
  const sets = setsOf(cases).map((set) => summarise(set, bySet.get(set) ?? [], imputedBySet.get(set)));
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
    all: summarise("all", scored, imputed),
    overSets: meanOverSets(sets),
    sets,
    horizons: HORIZONS.flatMap(({ name, above, upTo }) => {
      const members = scored.filter(({ horizonDays }) => horizonDays > above && horizonDays <= upTo);
      return members.length === 0 ? [] : [summarise(name, members)];
    }),
    periods: periodsOf(scored).map(([name, members]) => summarise(name, members)),
    worst: findWorst(scored),
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

function meanOverSets(sets: readonly Summary[]): Scores | undefined {
  const scored = sets.flatMap(({ log, brier }) => (log && brier ? [{ log: log.value, brier: brier.value }] : []));
  if (scored.length === 0) return undefined;
  return { log: mean(scored.map(({ log }) => log)), brier: mean(scored.map(({ brier }) => brier)) };
}

/** Groups cases by month, year or decade: the shortest of them that gives at most MAX_PERIODS groups. */
function periodsOf(scored: readonly ScoredForecast[]): [string, ScoredForecast[]][] {
  const units = [
    (month: string) => month,
    (month: string) => month.slice(0, 4),
    (month: string) => `${month.slice(0, 3)}0s`,
  ];
  const grouped = units.map((nameOf) => Map.groupBy(scored, ({ month }) => nameOf(month)));
  const periods = grouped.find(({ size }) => size <= MAX_PERIODS) ?? grouped.at(-1) ?? [];
  return [...periods].sort(([one], [other]) => (one < other ? -1 : 1));
}

function findWorst(scored: readonly ScoredForecast[]): WorstCase[] {
  return scored
    .toSorted((one, other) => other.model.log - one.model.log)
    .slice(0, WORST)
    .map(({ file, line, set, question, outcome, probabilities, model, references }) => ({
      ...(file === undefined ? {} : { file }),
      line,
      set,
      question,
      outcome,
      probability: probabilities[outcome] ?? 0,
      log: model.log,
      references: Object.fromEntries(
        listReferences({ references }).map((name) => [name, references[name]?.log ?? Number.NaN]),
      ),
    }));
}
