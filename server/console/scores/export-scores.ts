import { visible } from "#lib/format.ts";
import { BINS } from "#lib/stats/reliability.ts";
import { writeCsv } from "#server/base/write-csv.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { type CandidateRecord, readCandidateRecord } from "./compare-candidate.ts";
import { type PartScores, readTrackRecord, type TrackRecord } from "./get-track-record.ts";
import type { Part } from "./part-of-record.ts";
import { listScored, type ScoredForecast } from "./scored-forecasts.ts";

const PAGE = 500;

type Row = readonly (string | number | null | undefined)[];

const PART_COLUMNS = [
  "dimension",
  "value",
  "label",
  "forecasts",
  "questions",
  "brier",
  "brier_low",
  "brier_high",
  "log",
  "log_low",
  "log_high",
  "brier_over_forecasts",
  "log_over_forecasts",
];

function partRow({ dimension, value, label, forecasts, questions, brier, log, overForecasts }: PartScores): Row {
  const figures = [brier, log].flatMap((one) => [one.value, one.interval?.low, one.interval?.high]);
  return [dimension, value, visible(label), forecasts, questions, ...figures, overForecasts.brier, overForecasts.log];
}

/** Rows of each table of the track record. The first row is the header. */
const TABLES = {
  reliability: ({ reliability }: TrackRecord): Row[] => [
    ["from", "to", "forecasts", "weight", "effective", "mean_probability", "frequency", "band_low", "band_high"],
    ...reliability.map(({ bin, forecasts, weight, effective, meanProbability, frequency, band }) => [
      bin / BINS,
      (bin + 1) / BINS,
      forecasts,
      weight,
      effective,
      meanProbability,
      frequency,
      band.low,
      band.high,
    ]),
  ],
  discrimination: ({ discrimination }: TrackRecord): Row[] => [
    ["from", "to", "happened", "others", "happened_share", "others_share"],
    ...(discrimination?.bins ?? []).map(({ happened, others, happenedShare, othersShare }, bin) => [
      bin / BINS,
      (bin + 1) / BINS,
      happened,
      others,
      happenedShare,
      othersShare,
    ]),
  ],
  sharpness: ({ sharpness }: TrackRecord): Row[] => [
    ["from", "to", "questions"],
    ...sharpness.map((count, bin) => [bin / BINS, (bin + 1) / BINS, count]),
  ],
  months: ({ months }: TrackRecord): Row[] => [PART_COLUMNS, ...months.map(partRow)],
  parts: ({ parts }: TrackRecord): Row[] => [PART_COLUMNS, ...parts.map(partRow)],
} as const;

export const SCORE_TABLES = [...(Object.keys(TABLES) as (keyof typeof TABLES)[]), "forecasts", "candidate"] as const;

/**
 * Streams one table of a part's track record, or all its scored forecasts, as CSV. The comparison of the candidate
 * with the release has no parts.
 */
export async function* scoresToCsv(
  gateway: Pick<ConsoleContext, "config" | "database" | "now">,
  table: (typeof SCORE_TABLES)[number],
  part: Part,
): AsyncGenerator<string> {
  if (table === "forecasts") yield* forecastsToCsv(gateway, part);
  else if (table === "candidate") yield writeCsv(candidateRows(await readCandidateRecord(gateway)));
  else yield writeCsv(TABLES[table](await readTrackRecord(gateway, part)));
}

function candidateRows({ comparisons }: CandidateRecord): Row[] {
  const figures = ["release", "candidate", "difference", "difference_low", "difference_high", "significant"];
  return [
    [
      ...["candidate_version", "release_version", "forecasts", "questions"],
      ...["log", "brier"].flatMap((score) => figures.map((figure) => `${score}_${figure}`)),
    ],
    ...comparisons.map(({ candidateVersion, releaseVersion, forecasts, questions, log, brier }) => [
      ...[candidateVersion, releaseVersion, forecasts, questions],
      ...[log, brier].flatMap(({ release, candidate, difference, interval, isSignificant }) => [
        ...[release, candidate, difference, interval?.low, interval?.high, String(isSignificant)],
      ]),
    ]),
  ];
}

const FORECAST_COLUMNS = [
  "request_id",
  "task_id",
  "input_id",
  "question",
  "generated_at",
  "happened_at",
  "counts_from",
  "outcome",
  "probability",
  "choice",
  "brier",
  "log",
  "ranked_probability",
  "findings",
];

async function* forecastsToCsv(gateway: Pick<ConsoleContext, "database" | "now">, part: Part): AsyncGenerator<string> {
  yield writeCsv([FORECAST_COLUMNS]);
  for (let after: string | undefined; ; ) {
    const page = await listScored(gateway, { part, order: "newest", after, limit: PAGE });
    if (page.length > 0) yield writeCsv(page.map(forecastRow));
    after = page.at(-1)?.requestId;
    if (after === undefined) return;
  }
}

function forecastRow(row: ScoredForecast): Row {
  const { requestId, taskId, inputId, instructions, generatedAt, happenedAt, countsFrom, option } = row;
  const subject = [requestId, taskId, inputId, visible(instructions), generatedAt, happenedAt, countsFrom, option];
  return [...subject, row.probability, row.choice, row.brier, row.log, row.rps, row.findings.join(" ")];
}
