import { z } from "zod";
import { outcomesToCsv, outcomesToJsonl, readAllOutcomes } from "#server/console/outcomes/export-outcomes.ts";
import { answerDownload } from "./answer-download.ts";

const querySchema = z.strictObject({ format: z.enum(["csv", "jsonl"]) });

const FORMATS = {
  csv: { write: outcomesToCsv, type: "text/csv" },
  jsonl: { write: outcomesToJsonl, type: "application/jsonl" },
} as const;

/** Downloads all recorded outcomes, including replaced ones. */
export const downloadOutcomes = answerDownload(querySchema, ({ database }, { format }) => {
  const { write, type } = FORMATS[format];
  return { type, name: "outcomes", extension: format, parts: write(readAllOutcomes(database)) };
});
