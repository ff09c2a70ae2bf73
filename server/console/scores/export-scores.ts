import { BINS } from "#lib/stats/reliability.ts";
import { type Columns, estimate, fields, toCsv } from "#server/base/table.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { readPages } from "#server/db/read-pages.ts";
import { type CandidateComparison, type PairedFigure, readCandidateRecord } from "./compare-candidate.ts";
import { type PartScores, readTrackRecord, type TrackRecord } from "./get-track-record.ts";
import type { Part } from "./part-of-record.ts";
import { listScored, type ScoredForecast } from "./scored-forecasts.ts";

const PAGE = 500;

type Gateway = Pick<ConsoleContext, "config" | "database" | "now">;

const BIN_COLUMNS: Columns<{ readonly bin: number }> = {
  from: ({ bin }) => bin / BINS,
  to: ({ bin }) => (bin + 1) / BINS,
};

const PART_COLUMNS: Columns<PartScores> = {
  ...fields("dimension", "value", "label", "forecasts", "questions"),
  ...estimate("brier", ({ brier }: PartScores) => brier),
  ...estimate("log", ({ log }: PartScores) => log),
  brier_over_forecasts: ({ overForecasts }) => overForecasts.brier,
  log_over_forecasts: ({ overForecasts }) => overForecasts.log,
};

const CANDIDATE_COLUMNS: Columns<CandidateComparison> = {
  ...fields("candidateVersion", "releaseVersion", "forecasts", "questions"),
  ...pairColumns("log", ({ log }) => log),
  ...pairColumns("brier", ({ brier }) => brier),
};

function pairColumns(score: string, read: (row: CandidateComparison) => PairedFigure): Columns<CandidateComparison> {
  return {
    [`${score}_release`]: (row) => read(row).release,
    [`${score}_candidate`]: (row) => read(row).candidate,
    [`${score}_difference`]: (row) => read(row).difference,
    [`${score}_difference_low`]: (row) => read(row).interval?.low,
    [`${score}_difference_high`]: (row) => read(row).interval?.high,
    [`${score}_significant`]: (row) => read(row).isSignificant,
  };
}

const FORECAST_COLUMNS: Columns<ScoredForecast> = {
  ...fields("requestId", "taskId", "inputId"),
  question: ({ instructions }) => instructions,
  ...fields("generatedAt", "happenedAt", "countsFrom"),
  outcome: ({ option }) => option,
  ...fields("probability", "choice", "brier", "log"),
  ranked_probability: ({ rps }) => rps,
  findings: ({ findings }) => findings.join(" "),
};

/** Streams of the track record's tables as CSV. The comparison of the candidate with the release has no parts. */
export const SCORE_TABLES = {
  reliability: tableOf(({ reliability }) => reliability, {
    ...BIN_COLUMNS,
    ...fields("forecasts", "weight", "effective", "meanProbability", "frequency"),
    band_low: ({ band }) => band.low,
    band_high: ({ band }) => band.high,
  }),
  discrimination: tableOf(
    ({ discrimination }: TrackRecord) => (discrimination?.bins ?? []).map((row, bin) => ({ ...row, bin })),
    {
      ...BIN_COLUMNS,
      ...fields("happened", "others", "happenedShare", "othersShare"),
    },
  ),
  sharpness: tableOf(({ sharpness }: TrackRecord) => sharpness.map((questions, bin) => ({ bin, questions })), {
    ...BIN_COLUMNS,
    ...fields("questions"),
  }),
  months: tableOf(({ months }) => months, PART_COLUMNS),
  parts: tableOf(({ parts }) => parts, PART_COLUMNS),
  forecasts: (gateway: Gateway, part: Part) =>
    toCsv(
      readPages<ScoredForecast>((last) =>
        listScored(gateway, { part, order: "newest", after: last?.requestId, limit: PAGE }),
      ),
      FORECAST_COLUMNS,
    ),
  candidate: async function* (gateway: Gateway) {
    yield* toCsv([(await readCandidateRecord(gateway)).comparisons], CANDIDATE_COLUMNS);
  },
};

function tableOf<Row>(select: (record: TrackRecord) => readonly Row[], columns: Columns<Row>) {
  return async function* (gateway: Gateway, part: Part): AsyncGenerator<string> {
    yield* toCsv([select(await readTrackRecord(gateway, part))], columns);
  };
}
