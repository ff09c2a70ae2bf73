import { z } from "zod";
import { sourcesInput } from "#lib/console/filters.ts";
import { readAllSources, sourcesToCsv, sourcesToJsonl } from "#server/console/scores/export-sources.ts";
import { answerDownload } from "./answer-download.ts";

const querySchema = z.strictObject({ format: z.enum(["csv", "jsonl"]), ...sourcesInput });

const FORMATS = {
  csv: { write: sourcesToCsv, type: "text/csv" },
  jsonl: { write: sourcesToJsonl, type: "application/jsonl" },
} as const;

export const downloadSources = answerDownload(querySchema, (gateway, { format, ...filter }) => {
  const { write, type } = FORMATS[format];
  return { type, name: "sources", extension: format, parts: write(readAllSources(gateway, filter)) };
});
