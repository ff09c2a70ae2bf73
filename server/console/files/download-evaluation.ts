import { z } from "zod";
import { id } from "#lib/domain/identifiers.ts";
import { printReport } from "#lib/evaluation/print-report.ts";
import { getReportText } from "#server/console/evaluations/get-report.ts";
import { printResolved } from "#server/console/evaluations/print-resolved.ts";
import { answerMember, readQuery } from "./answer-member.ts";
import { streamFile } from "./stream-file.ts";

const querySchema = z.strictObject({ id, format: z.enum(["json", "html", "jsonl"]) });

/**
 * Downloads the report of a finished evaluation in the formats of `npm run evaluate` (`json`, `html`), or the cases of
 * an evaluation on resolved questions (`jsonl`).
 */
export const downloadEvaluation = answerMember(async (gateway, request) => {
  const { id: evaluationId, format } = readQuery(request, querySchema);
  if (format === "jsonl") {
    const { name, parts } = await printResolved(gateway.database, evaluationId);
    return streamFile({ type: "application/jsonl", name }, parts);
  }
  const text = await getReportText(gateway, evaluationId);
  return new Response(format === "json" ? text : printReport(JSON.parse(text)), {
    headers: {
      "content-type": `${format === "json" ? "application/json" : "text/html"}; charset=utf-8`,
      "content-disposition": `attachment; filename="report.${format}"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
});
