import { z } from "zod";
import { partInput } from "#lib/console/filters.ts";
import { SCORE_TABLES, scoresToCsv } from "#server/console/scores/export-scores.ts";
import { readPart } from "#server/console/scores/part-of-record.ts";
import { answerDownload } from "./answer-download.ts";

const querySchema = z.strictObject({ table: z.enum(SCORE_TABLES), ...partInput });

export const downloadScores = answerDownload(querySchema, (gateway, { table, ...part }) => ({
  type: "text/csv",
  name: `track-record-${table}`,
  extension: "csv",
  parts: scoresToCsv(gateway, table, readPart(part)),
}));
