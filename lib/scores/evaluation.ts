import { timeOf } from "#lib/contract/date-time.ts";
import type { ResolvedCase } from "#lib/evaluation/resolved-case.ts";
import type { Asked } from "#lib/evaluation/run-evaluation.ts";
import { SEED } from "#lib/stats/bootstrap.ts";
import { type Distribution, vectorOf } from "#lib/stats/distribution.ts";
import { mean, rankedProbabilityScore } from "#lib/stats/scores.ts";
import { type BetterReference, findBetterReferences } from "./better-references.ts";
import { GroupSums, SectionSums } from "./group-sums.ts";
import { type GroupedCase, Groups } from "./groups.ts";
import { horizonOf } from "./horizon.ts";
import { FIRST, type ReferenceName } from "./reference-names.ts";
import { ENGINE_VERSION, type Section, type Summary } from "./report.ts";
import { type Loss, lossOf, uniformLoss } from "./score-forecast.ts";

/** Facts about a case that do not depend on the model's answer. */
export interface Baselines {
  /** The reference forecasts that can be computed from the input. */
  readonly references: Readonly<Partial<Record<ReferenceName, Distribution>>>;
  /** Days from `as_of` to the resolution. */
  readonly horizonDays: number;
  /** The options from lowest to highest, if the values of one series are partitioned into three or more intervals. */
  readonly order: readonly string[] | undefined;
}

export interface Subject {
  readonly adapter: string;
  /** Host and port of the model server; null if there is none. */
  readonly server: string | null;
  /** SHA-256 of the uncompressed case files, concatenated in order. */
  readonly dataDigest: string;
  readonly files: readonly string[];
}

/** The scores of a model's answers to resolved questions. Deterministic: the same answers give the same report. */
export interface EvaluationReport {
  readonly engine: number;
  readonly seed: number;
  readonly subject: Subject;
  readonly betterReferences: readonly BetterReference[];
  readonly versions: readonly { readonly version: string; readonly answers: number }[];
  readonly cases: number;
  readonly answered: number;
  readonly refused: readonly Refusal[];
  /** Answered cases in the dimensions `all`, `set` and `horizon`. */
  readonly sections: readonly Section[];
  /** In the dimensions `all` and `set`: the scores with each refused case scored as a uniform forecast. */
  readonly imputed: readonly Summary[];
  /** The means in which every set has the same weight; null if no case was answered. */
  readonly overSets: Loss | null;
  /** The cases with the highest log scores, at most ten. */
  readonly worst: readonly WorstCase[];
}

export interface Refusal extends Pick<ResolvedCase, "file" | "line" | "set"> {
  readonly code: string;
  readonly reason: string;
}

export interface WorstCase extends Pick<ResolvedCase, "file" | "line" | "set" | "question" | "outcome"> {
  /** The probability that the model gave to the outcome. */
  readonly probability: number;
  /** Log score of the model, and of each reference. */
  readonly log: number;
  readonly references: Readonly<Record<string, number>>;
}

/** Returns the text of report.json. */
export function printReport(report: EvaluationReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

/** A case with its answer; the answer of a refused case is the uniform forecast. */
interface Answered extends GroupedCase {
  readonly resolved: ResolvedCase;
  readonly isRefused: boolean;
  readonly month: string;
}

const WORST = 10;
const MAX_PERIODS = 36;

/** Scores the answers, which are in the order of the cases. */
export function evaluate(
  subject: Subject,
  cases: readonly ResolvedCase[],
  answers: readonly Asked[],
  baselinesOf: (one: ResolvedCase) => Baselines,
): EvaluationReport {
  const all = withPeriods(cases.map((one, index) => toAnswered(one, answers[index], baselinesOf)));
  const answered = all.filter(({ isRefused }) => !isRefused);
  const sums = new Groups(() => new SectionSums());
  for (const question of byQuestion(answered)) sums.add(question);
  const sections = sums.list().map(({ dimension, value, sums: group }) => group.section(dimension, value));
  const sets = sections.filter(({ dimension }) => dimension === "set");
  const overSets = (score: keyof Loss) => mean(sets.map((set) => set[score].value));
  return {
    engine: ENGINE_VERSION,
    seed: SEED,
    subject,
    betterReferences: findBetterReferences(sections).better,
    versions: countVersions(answers),
    cases: cases.length,
    answered: answered.length,
    refused: cases.flatMap(({ file, line, set }, index) => {
      const answer = answers[index];
      if (answer?.ok !== false) return [];
      return [{ ...(file === undefined ? {} : { file }), line, set, code: answer.code, reason: answer.reason }];
    }),
    sections,
    imputed: answered.length === all.length ? [] : imputedOf(all),
    overSets: sets.length === 0 ? null : { log: overSets("log"), brier: overSets("brier") },
    worst: findWorst(answered),
  };
}

function toAnswered(
  one: ResolvedCase,
  answer: Asked | undefined,
  baselinesOf: (one: ResolvedCase) => Baselines,
): Answered {
  if (answer === undefined) throw new RangeError(`line ${one.line} has no answer`);
  const { outcome, set, request } = one;
  const options = Object.keys(request.task.criteria).sort();
  const month = new Date(timeOf(request.input.as_of)).toISOString().slice(0, "2026-03".length);
  const shared = { resolved: one, month, block: one.block ?? month, happened: options.indexOf(outcome) };
  if (!answer.ok) {
    const probabilities = options.map(() => 1 / options.length);
    const groups = [["all", "all"] as const, ["set", set] as const];
    return { ...shared, isRefused: true, probabilities, ...uniformLoss(options.length), references: {}, groups };
  }
  const { references, horizonDays, order } = baselinesOf(one);
  const ranking = one.order ?? order;
  const compared = Object.entries({ ...references, ...one.references });
  return {
    ...shared,
    isRefused: false,
    probabilities: vectorOf(answer.probabilities, options),
    ...lossOf(answer.probabilities, outcome),
    rps: ranking === undefined ? null : rankedProbabilityScore(answer.probabilities, ranking, outcome),
    order: order?.map((option) => options.indexOf(option)),
    references: Object.fromEntries(compared.map(([name, other]) => [name, lossOf(other, outcome)])),
    groups: [
      ["all", "all"],
      ["set", set],
      ["horizon", horizonOf(horizonDays * 86_400)],
    ],
  };
}

/** Assigns months, years or decades: the shortest of them that gives at most MAX_PERIODS periods. */
function withPeriods(all: readonly Answered[]): Answered[] {
  const units = [
    (month: string) => month,
    (month: string) => month.slice(0, 4),
    (month: string) => `${month.slice(0, 3)}0s`,
  ];
  const fits = (unit: (month: string) => string) => new Set(all.map(({ month }) => unit(month))).size <= MAX_PERIODS;
  const unit = units.find(fits) ?? units[2];
  return all.map((one) => ({ ...one, period: unit?.(one.month) }));
}

/**
 * Returns the cases of each question. Options get numbers by id and outcome, because the cases of a question may differ in
 * both. Names of questions are unique only within a set.
 */
function* byQuestion(all: readonly Answered[]): Generator<readonly Answered[]> {
  for (const members of Map.groupBy(all, ({ resolved: { set, question } }) =>
    JSON.stringify([set, question]),
  ).values()) {
    const numbers = new Map<string, number>();
    yield members.map((one) => ({
      ...one,
      numbers: Object.keys(one.resolved.request.task.criteria)
        .sort()
        .map((option) => {
          const key = JSON.stringify([option, option === one.resolved.outcome]);
          const number = numbers.get(key) ?? numbers.size;
          numbers.set(key, number);
          return number;
        }),
    }));
  }
}

function imputedOf(all: readonly Answered[]): Summary[] {
  const sums = new Groups(() => new GroupSums());
  for (const question of byQuestion(all)) {
    sums.add(
      question.map((one) => ({ ...one, references: {}, groups: one.groups.filter(([name]) => name !== "horizon") })),
    );
  }
  return sums.list().map(({ dimension, value, sums: group }) => group.summary(dimension, value));
}

function countVersions(answers: readonly Asked[]) {
  const versions = Map.groupBy(
    answers.flatMap((answer) => (answer.ok ? answer.modelVersion : [])),
    (version) => version,
  );
  return [...versions].map(([version, { length }]) => ({ version, answers: length }));
}

function findWorst(answered: readonly Answered[]): WorstCase[] {
  return answered
    .toSorted((one, other) => other.log - one.log)
    .slice(0, WORST)
    .map(({ resolved: { file, line, set, question, outcome }, probabilities, happened, log, references }) => ({
      ...(file === undefined ? {} : { file }),
      ...{ line, set, question, outcome, log },
      probability: probabilities[happened] ?? 0,
      references: Object.fromEntries(Object.entries(references).map(([name, loss]) => [name, loss?.log ?? Number.NaN])),
    }));
}

/** A model's answers to cases, in the order of the cases. */
export interface Answers {
  readonly cases: readonly ResolvedCase[];
  readonly answers: readonly Asked[];
}

/** Two evaluations, on the cases that both answered: the same task, input and outcome. */
export interface EvaluationComparison {
  /** Cases that only the first or only the second evaluation answered. */
  readonly onlyFirst: number;
  readonly onlySecond: number;
  /** Scores of the second evaluation; the first is the reference FIRST. Null without a common case. */
  readonly section: Section | null;
  /** The questions with the largest difference in log score, at most 100. */
  readonly largest: readonly ComparedQuestion[];
}

export interface ComparedQuestion extends Pick<ResolvedCase, "set" | "question"> {
  readonly instructions: string;
  readonly cases: number;
  /** Mean log scores over the question's cases. */
  readonly first: number;
  readonly second: number;
}

const MAX_LISTED = 100;

export function compareEvaluations(first: Answers, second: Answers): EvaluationComparison {
  const [one, other] = [first, second].map(answeredCases) as [AnsweredCases, AnsweredCases];
  const common = [...other].flatMap(([key, answered]): Answered[] => {
    const reference = one.get(key);
    return reference === undefined
      ? []
      : [{ ...answered, references: { [FIRST]: reference }, groups: [["all", "all"]] }];
  });
  const sums = new SectionSums();
  const questions = [...byQuestion(withPeriods(common))];
  for (const question of questions) sums.add(question);
  return {
    onlyFirst: one.size - common.length,
    onlySecond: other.size - common.length,
    section: common.length === 0 ? null : sums.section("all", "all"),
    largest: questions
      .flatMap(describeQuestion)
      .sort((a, b) => Math.abs(b.second - b.first) - Math.abs(a.second - a.first))
      .slice(0, MAX_LISTED),
  };
}

type AnsweredCases = ReadonlyMap<string, Answered>;

function answeredCases({ cases, answers }: Answers): AnsweredCases {
  return new Map(
    cases.flatMap((one, index) => {
      const answer = answers[index];
      if (answer?.ok !== true) return [];
      const { task, input } = one.request;
      const plain = toAnswered(one, answer, () => ({ references: {}, horizonDays: 0, order: undefined }));
      return [[JSON.stringify([task, input, one.outcome]), plain] as const];
    }),
  );
}

function describeQuestion(members: readonly Answered[]): ComparedQuestion[] {
  const [first] = members;
  if (first === undefined) return [];
  const { set, question, request } = first.resolved;
  return [
    {
      ...{ set, question, instructions: request.task.instructions, cases: members.length },
      first: mean(members.map(({ references }) => references[FIRST]?.log ?? Number.NaN)),
      second: mean(members.map(({ log }) => log)),
    },
  ];
}
