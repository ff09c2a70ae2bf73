import { and, eq } from "drizzle-orm";
import { DIMENSION_NAMES, type Dimension } from "#lib/domain/track-record.ts";
import { HORIZONS } from "#lib/scores/horizon.ts";
import type { Totals } from "#lib/scores/totals.ts";
import { bootstrapClusters, type Cluster, type Interval } from "#lib/stats/bootstrap.ts";
import { type Discrimination, discriminationOf } from "#lib/stats/discrimination.ts";
import {
  addBins,
  type Decomposition,
  decomposeBrier,
  type ReliabilityPoint,
  reliabilityOf,
} from "#lib/stats/reliability.ts";
import { skill } from "#lib/stats/scores.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { nameActors } from "#server/console/submissions/name-authors.ts";
import type { Database } from "#server/db/open.ts";
import { scoreTotals } from "#server/db/outcome-schema.ts";
import { countNotScored, type NotScored } from "./count-not-scored.ts";
import { type Part, WHOLE } from "./part-of-record.ts";
import { type Groups, readMonths, readTotals, type Sums } from "./part-totals.ts";
import { unpackBins } from "./refresh-totals.ts";

/**
 * A mean over questions of the mean scores of their forecasts, and its 95 % interval. The interval is null with fewer
 * than two groups of questions.
 */
export interface Figure {
  readonly value: number;
  readonly interval: Interval | null;
}

export interface PartScores extends Part {
  /** Name of the reviewer in the dimension `reviewer`; otherwise the same as `value`. */
  readonly label: string;
  readonly forecasts: number;
  readonly questions: number;
  readonly brier: Figure;
  readonly log: Figure;
  /** The means in which every forecast has the same weight. */
  readonly overForecasts: { readonly brier: number; readonly log: number };
}

/**
 * Skill compared with a reference forecast, over the questions with forecasts that have the reference. Null if there
 * are none or the reference scores 0.
 */
export interface Skill {
  readonly questions: number;
  readonly brier: number | null;
  readonly log: number | null;
}

export interface QuestionMean {
  readonly questions: number;
  readonly value: number;
}

export interface TrackRecord {
  /** The record contains all questions whose resolution date had passed at this time. */
  readonly asOf: string;
  /** The requested part; undefined if nothing in it has been scored. */
  readonly part: PartScores | undefined;
  /** Binary Brier score of questions with two options. */
  readonly binary: QuestionMean | null;
  /** Ranked probability score of questions whose options have an order. */
  readonly rps: QuestionMean | null;
  readonly skill: { readonly uniform: Skill; readonly baseRate: Skill; readonly lastCrowd: Skill };
  readonly reliability: readonly ReliabilityPoint[];
  readonly decomposition: Decomposition | null;
  readonly discrimination: Discrimination | null;
  /** Number of questions by the probability bin of the most probable option. A question may be in several bins in part. */
  readonly sharpness: readonly number[];
  /** One entry per month of the resolution dates, earliest first. */
  readonly months: readonly PartScores[];
  /** All parts of the track record except months, grouped by dimension. */
  readonly parts: readonly PartScores[];
  readonly notScored: NotScored;
}

export async function readTrackRecord(
  gateway: Pick<ConsoleContext, "database" | "now">,
  part: Part = WHOLE,
): Promise<TrackRecord> {
  const { database } = gateway;
  const now = gateway.now();
  const [rows, shapes, notScored] = await Promise.all([
    readTotals(database),
    readShapes(database, part),
    countNotScored(database),
  ]);
  const names = await nameActors(
    database,
    rows.flatMap(({ dimension, value }) => (dimension === "reviewer" ? [value] : [])),
  );
  const found = rows.find(({ dimension, value }) => dimension === part.dimension && value === part.value);
  const parts = rows.map((row) => scorePart(row, names)).sort(byOrder);
  const bins = addBins(shapes.map(({ bins }) => unpackBins(bins)));
  // Until the job has counted the scores that are due, the record is older.
  const nextCount = rows.find(({ dimension }) => dimension === "early")?.countsFrom ?? now;
  return {
    asOf: new Date(Math.min(nextCount.getTime(), now.getTime())).toISOString(),
    part: parts.find(({ dimension, value }) => dimension === part.dimension && value === part.value),
    binary: meanOf(found?.binaryQuestions, found?.binary),
    rps: meanOf(found?.rpsQuestions, found?.rps),
    skill: skillOf(found),
    reliability: reliabilityOf(bins),
    decomposition: decomposeBrier(bins) ?? null,
    discrimination: discriminationOf(bins, found?.happenedProbability ?? 0) ?? null,
    sharpness: bins.map((_, bin) => shapes.reduce((total, { tops }) => total + (tops[bin] ?? 0), 0)),
    months:
      part.dimension === "all"
        ? parts.filter(({ dimension }) => dimension === "month")
        : (await readMonths(database, part, now)).map((row) => scorePart(row, names)),
    parts: parts.filter(({ dimension }) => dimension !== "all" && dimension !== "month"),
    notScored,
  };
}

function readShapes({ orm }: Database, { dimension, value }: Part) {
  return orm
    .select({ bins: scoreTotals.bins, tops: scoreTotals.tops })
    .from(scoreTotals)
    .where(and(eq(scoreTotals.dimension, dimension), eq(scoreTotals.value, value)));
}

function scorePart(row: Part & Groups & Sums, names: ReadonlyMap<string, string>): PartScores {
  const { dimension, value, forecasts, questions } = row;
  return {
    dimension,
    value,
    label: dimension === "reviewer" ? (names.get(value) ?? value) : value,
    forecasts,
    questions,
    brier: figureOf(row.brier / questions, row.groupBrier, row.groupQuestions),
    log: figureOf(row.log / questions, row.groupLog, row.groupQuestions),
    overForecasts: { brier: row.forecastBrier / forecasts, log: row.forecastLog / forecasts },
  };
}

/**
 * Number of bootstrap resamples. Places the interval limits to within 2 % of the interval width. More resamples would
 * slow the page of the track record, which has about fifty intervals.
 */
const RESAMPLES = 500;

export function figureOf(value: number, sums: readonly number[], questions: readonly number[]): Figure {
  const clusters: Cluster[] = sums.map((sum, group) => ({ sums: [sum], cases: questions[group] ?? 0 }));
  return { value, interval: bootstrapClusters(clusters, ([mean]) => mean, { resamples: RESAMPLES }) ?? null };
}

function meanOf(questions = 0, sum = 0): QuestionMean | null {
  return questions === 0 ? null : { questions, value: sum / questions };
}

function skillOf(totals: Totals | undefined): TrackRecord["skill"] {
  if (totals === undefined) return { uniform: NO_SKILL, baseRate: NO_SKILL, lastCrowd: NO_SKILL };
  const { questions, brier, log, uniformBrier, uniformLog, ...t } = totals;
  return {
    uniform: { questions, brier: skill(brier, uniformBrier) ?? null, log: skill(log, uniformLog) ?? null },
    baseRate: {
      questions: t.baseQuestions,
      brier: skill(t.baseOwnBrier, t.baseBrier) ?? null,
      log: skill(t.baseOwnLog, t.baseLog) ?? null,
    },
    lastCrowd: {
      questions: t.crowdQuestions,
      brier: skill(t.crowdOwnBrier, t.crowdBrier) ?? null,
      log: skill(t.crowdOwnLog, t.crowdLog) ?? null,
    },
  };
}

const NO_SKILL: Skill = { questions: 0, brier: null, log: null };

const HORIZON_NAMES: readonly string[] = HORIZONS.map(({ name }) => name);

/** Sorts by dimension, then by horizon, number of options or month; other dimensions by most questions first. */
function byOrder(a: PartScores, b: PartScores): number {
  if (a.dimension !== b.dimension) return position(a.dimension) - position(b.dimension);
  if (a.dimension === "horizon") return HORIZON_NAMES.indexOf(a.value) - HORIZON_NAMES.indexOf(b.value);
  if (a.dimension === "options") return Number(a.value) - Number(b.value);
  if (a.dimension === "month") return a.value < b.value ? -1 : 1;
  return b.questions - a.questions;
}

function position(dimension: Dimension): number {
  return DIMENSION_NAMES.indexOf(dimension);
}
