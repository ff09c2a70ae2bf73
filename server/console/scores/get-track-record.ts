import { and, eq } from "drizzle-orm";
import { DIMENSION_NAMES, type Dimension } from "#lib/domain/track-record.ts";
import { HORIZONS } from "#lib/scores/horizon.ts";
import { type Discrimination, discriminationOf } from "#lib/stats/discrimination.ts";
import {
  addBins,
  type Decomposition,
  decomposeBrier,
  type ReliabilityPoint,
  reliabilityOf,
} from "#lib/stats/reliability.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { nameActors } from "#server/db/name-actors.ts";
import type { Database } from "#server/db/open.ts";
import { scoreTotals } from "#server/db/outcome-schema.ts";
import { compareReferences, type Skills } from "./compare-references.ts";
import { type Figure, figureOf } from "./compute-figure.ts";
import { countNotScored, type NotScored } from "./count-not-scored.ts";
import { type Part, WHOLE } from "./part-of-record.ts";
import { type Groups, readMonths, readTotals, type Sums } from "./part-totals.ts";
import { unpackBins } from "./refresh-totals.ts";

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
  readonly skill: Skills;
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
  const [rows, groups, notScored] = await Promise.all([
    readTotals(database),
    readGroups(database, part),
    countNotScored(database),
  ]);
  const names = await nameActors(
    database,
    rows.flatMap(({ dimension, value }) => (dimension === "reviewer" ? [value] : [])),
  );
  const found = rows.find(({ dimension, value }) => dimension === part.dimension && value === part.value);
  const parts = rows.map((row) => scorePart(row, names)).sort(byOrder);
  const bins = addBins(groups.map(({ bins }) => unpackBins(bins)));
  // Until the job has counted the scores that are due, the record is older.
  const nextCount = rows.find(({ dimension }) => dimension === "early")?.countsFrom ?? now;
  return {
    asOf: new Date(Math.min(nextCount.getTime(), now.getTime())).toISOString(),
    part: parts.find(({ dimension, value }) => dimension === part.dimension && value === part.value),
    binary: meanOf(found?.binaryQuestions, found?.binary),
    rps: meanOf(found?.rpsQuestions, found?.rps),
    skill: compareReferences(groups),
    reliability: reliabilityOf(bins),
    decomposition: decomposeBrier(bins) ?? null,
    discrimination: discriminationOf(bins, found?.happenedProbability ?? 0) ?? null,
    sharpness: bins.map((_, bin) => groups.reduce((total, { tops }) => total + (tops[bin] ?? 0), 0)),
    months:
      part.dimension === "all"
        ? parts.filter(({ dimension }) => dimension === "month")
        : (await readMonths(database, part, now)).map((row) => scorePart(row, names)),
    parts: parts.filter(({ dimension }) => dimension !== "all" && dimension !== "month"),
    notScored,
  };
}

/** Returns the totals of a part, one row per random group of questions. */
function readGroups({ orm }: Database, { dimension, value }: Part) {
  return orm
    .select()
    .from(scoreTotals)
    .where(and(eq(scoreTotals.dimension, dimension), eq(scoreTotals.value, value)))
    .orderBy(scoreTotals.bucket);
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

function meanOf(questions = 0, sum = 0): QuestionMean | null {
  return questions === 0 ? null : { questions, value: sum / questions };
}

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
