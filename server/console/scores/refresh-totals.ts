import { eq, sql } from "drizzle-orm";
import { type Dimension, EARLY, NO_FINDING, RETROSPECTIVE } from "#lib/domain/track-record.ts";
import { type Scored, totalScores } from "#lib/scores/totals.ts";
import type { Bin } from "#lib/stats/reliability.ts";
import type { Drizzle } from "#server/db/open.ts";
import { forecastScores, scoreTotals } from "#server/db/outcome-schema.ts";
import type { ForecastScore } from "./score-question.ts";

/**
 * Recomputes the totals of one random group of questions at the time `now`, for every part of the track record. The
 * transaction must hold the `outcomes` lock.
 */
export async function refreshTotals(transaction: Drizzle, bucket: number, now: Date): Promise<void> {
  const rows = await transaction.select().from(forecastScores).where(eq(forecastScores.bucket, bucket));
  const tagsOf = await readTags(transaction, bucket);
  await transaction.delete(scoreTotals).where(eq(scoreTotals.bucket, bucket));
  const totals = totalRows(rows, tagsOf, now).map((row) => ({ ...row, bucket }));
  if (totals.length > 0) await transaction.insert(scoreTotals).values(totals);
}

type TagsOf = (score: ForecastScore) => readonly string[];

/** Returns a lookup of a forecast's tags: those of its question, and of the submissions with its task and input. */
async function readTags(transaction: Drizzle, bucket: number): Promise<TagsOf> {
  const { rows } = await transaction.execute<{ task_id: string; input_id: string | null; tag: string }>(sql`
    with scored as (select distinct task_id from forecast_scores where bucket = ${bucket})
    select task_id, null as input_id, tag from scored join tags on subject_id = task_id where active
    union
    select s.task_id, s.input_id, tag from scored
    join submissions s on s.task_id = scored.task_id join tags on subject_id = s.id::text where active`);
  return ({ taskId, inputId }) => {
    const own = rows.filter((row) => row.task_id === taskId && (row.input_id === null || row.input_id === inputId));
    return [...new Set(own.map(({ tag }) => tag))];
  };
}

function totalRows(rows: readonly ForecastScore[], tagsOf: TagsOf, now: Date) {
  const parts = new Map<string, { dimension: Dimension; value: string; scored: Scored[] }>();
  const early = rows.filter(({ countsFrom }) => countsFrom > now);
  const nextCount =
    early.length === 0 ? null : new Date(Math.min(...early.map(({ countsFrom }) => countsFrom.getTime())));
  for (const row of rows) {
    const scored = toScored(row);
    for (const [dimension, values] of Object.entries(partsOf(row, tagsOf(row), now)) as [
      Dimension,
      readonly string[],
    ][]) {
      for (const value of values) {
        const key = `${dimension} ${value}`;
        const part = parts.get(key) ?? { dimension, value, scored: [] };
        part.scored.push(scored);
        parts.set(key, part);
      }
    }
  }
  return [...parts.values()].map(({ dimension, value, scored }) => {
    const { bins, tops, ...sums } = totalScores(scored);
    const countsFrom = dimension === "early" ? nextCount : null;
    return { dimension, value, countsFrom, ...sums, bins: bins.flatMap(packBin), tops: [...tops] };
  });
}

/** Returns the values of a score in each dimension that it belongs to. */
function partsOf(
  row: ForecastScore,
  tags: readonly string[],
  now: Date,
): Readonly<Partial<Record<Dimension, readonly string[]>>> {
  if (row.countsFrom > now) return { early: [EARLY] };
  if (row.retrospective) return { retrospective: [RETROSPECTIVE] };
  return {
    all: [""],
    month: [row.countsFrom.toISOString().slice(0, 7)],
    version: [row.version],
    horizon: [row.horizon],
    tag: tags,
    options: [String(row.probabilities.length)],
    origin: row.origin === null ? [] : [row.origin],
    finding: row.findings.length === 0 ? [NO_FINDING] : row.findings,
    review: row.review === null ? [] : [row.review],
    reviewer: row.reviewers,
  };
}

function toScored(row: ForecastScore): Scored {
  const { taskId, probabilities, happened, brier, log, rps } = row;
  return {
    taskId,
    probabilities,
    happened,
    brier,
    log,
    rps,
    uniform: { brier: row.uniformBrier, log: row.uniformLog },
    baseRate: pair(row.baseBrier, row.baseLog),
    lastCrowd: pair(row.crowdBrier, row.crowdLog),
  };
}

function pair(brier: number | null, log: number | null) {
  return brier === null || log === null ? null : { brier, log };
}

const BIN_NUMBERS = 5;

function packBin({ forecasts, weight, probability, happened, squares }: Bin): number[] {
  return [forecasts, weight, probability, happened, squares];
}

/** Reverses packBin() for a concatenated list of packed bins. */
export function unpackBins(numbers: readonly number[]): Bin[] {
  return Array.from({ length: numbers.length / BIN_NUMBERS }, (_, index) => {
    const [forecasts = 0, weight = 0, probability = 0, happened = 0, squares = 0] = numbers.slice(index * BIN_NUMBERS);
    return { forecasts, weight, probability, happened, squares };
  });
}
