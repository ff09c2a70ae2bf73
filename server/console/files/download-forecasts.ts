import { z } from "zod";
import { forecastList } from "#lib/console/filters.ts";
import { toCsv } from "#server/console/forecasts/export-forecasts-csv.ts";
import { toJsonl } from "#server/console/forecasts/export-forecasts-jsonl.ts";
import { readAllForecasts } from "#server/console/forecasts/read-all-forecasts.ts";
import { answerDownload } from "./answer-download.ts";

const querySchema = z.strictObject({ format: z.enum(["csv", "jsonl"]), ...forecastList.filterInput });

const FORMATS = {
  csv: { write: toCsv, type: "text/csv" },
  jsonl: { write: toJsonl, type: "application/jsonl" },
} as const;

/** Downloads all forecasts that `forecasts.list` would list for the same filter. */
export const downloadForecasts = answerDownload(querySchema, ({ database }, { format, ...filter }) => {
  const { write, type } = FORMATS[format];
  return { type, name: "forecasts", extension: format, parts: write(readAllForecasts(database, filter)) };
});
