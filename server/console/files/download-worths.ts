import { z } from "zod";
import { id } from "#lib/domain/identifiers.ts";
import { WORTH_TABLES, worthsToCsv } from "#server/console/scores/export-worths.ts";
import { answerDownload } from "./answer-download.ts";

const querySchema = z.strictObject({ table: z.enum(WORTH_TABLES), requestId: z.optional(id) });

export const downloadWorths = answerDownload(querySchema, (gateway, { table, requestId }) => ({
  type: "text/csv",
  name: `observations-${table}`,
  extension: "csv",
  parts: worthsToCsv(gateway, table, requestId),
}));
