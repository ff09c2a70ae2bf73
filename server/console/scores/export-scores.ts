import { csvColumns } from "#lib/scores/csv-columns.ts";
import { CANDIDATE_TABLE, FINDING_TABLE, sourceTable, WORTH_TABLE } from "#lib/scores/record-tables.ts";
import { OURS } from "#lib/scores/reference-names.ts";
import type { QuoteFilter } from "#lib/scores/score-quotes.ts";
import {
  groupTable,
  OPTION_TABLE,
  optionBins,
  PERIOD_TABLE,
  RELIABILITY_TABLE,
  type ScoreTable,
} from "#lib/scores/score-tables.ts";
import { type Columns, fields, toCsv } from "#server/base/table.ts";
import { readPages } from "#server/db/read-pages.ts";
import { freeWork } from "#server/limits/work.ts";
import { OBSERVATION_COLUMNS, readObservations } from "./export-worths.ts";
import type { Part } from "./part-of-record.ts";
import { listScored, type ScoredForecast } from "./scored-forecasts.ts";
import {
  type Gateway,
  readCandidateRecord,
  readObservationRecord,
  readSources,
  readTrackRecord,
  type ShownRecord,
} from "./track-record.ts";

const PAGE = 500;

const FORECAST_COLUMNS: Columns<ScoredForecast> = {
  ...fields("requestId", "taskId", "inputId"),
  question: ({ instructions }) => instructions,
  ...fields("generatedAt", "happenedAt", "countsFrom"),
  outcome: ({ option }) => option,
  ...fields("probability", "choice", "brier", "log"),
  ranked_probability: ({ rps }) => rps,
  findings: ({ findings }) => findings.join(" "),
};

function partTable<Row>(table: ScoreTable<Row>, rowsOf: (record: ShownRecord) => readonly Row[]) {
  return async function* (gateway: Gateway, part: Part): AsyncGenerator<string> {
    yield* toCsv([rowsOf(await readTrackRecord(gateway, part, freeWork()))], csvColumns(table));
  };
}

const OPTIONS = partTable(OPTION_TABLE, ({ part }) => (part === null ? [] : optionBins(part)));

/** Streams of the track record's tables as CSV. The comparison of the candidate with the release has no parts. */
export const SCORE_TABLES = {
  reliability: partTable(RELIABILITY_TABLE, ({ part }) => part?.reliability ?? []),
  discrimination: OPTIONS,
  months: partTable(PERIOD_TABLE, ({ part }) => part?.periods ?? []),
  parts: partTable(groupTable("value"), ({ parts }) => parts),
  forecasts: (gateway: Gateway, part: Part) =>
    toCsv(
      readPages<ScoredForecast>((last) =>
        listScored(gateway, { part, order: "newest", after: last?.requestId, limit: PAGE }),
      ),
      FORECAST_COLUMNS,
    ),
  candidate: async function* (gateway: Gateway) {
    yield* toCsv([(await readCandidateRecord(gateway, freeWork())).comparisons], csvColumns(CANDIDATE_TABLE));
  },
};

/** Streams as CSV. `requestId` restricts the table `observations` to the input of one forecast. */
export const WORTH_TABLES = {
  worths: async function* (gateway: Gateway) {
    const { worths } = await readObservationRecord(gateway, freeWork(), Number.POSITIVE_INFINITY);
    yield* toCsv([worths], csvColumns(WORTH_TABLE));
  },
  findings: async function* (gateway: Gateway) {
    yield* toCsv([(await readObservationRecord(gateway, freeWork())).findings], csvColumns(FINDING_TABLE));
  },
  observations: ({ database }: Gateway, requestId: string | undefined) =>
    toCsv(readObservations(database, requestId), OBSERVATION_COLUMNS),
};

export const SOURCE_COLUMNS = csvColumns(sourceTable(OURS));

/** Yields all sources that the filter selects. */
export async function* readAllSources(gateway: Gateway, filter: QuoteFilter) {
  yield (await readSources(gateway, filter, freeWork())).sources;
}
