import { z } from "zod";
import { requiredText, submissionTitle } from "#lib/domain/fields.ts";
import { sha256 } from "#server/base/digest.ts";
import { uploadEvaluation } from "#server/console/evaluations/upload-evaluation.ts";
import { countChange } from "#server/console/members/count-change.ts";
import { holdUpload } from "#server/console/members/run-import.ts";
import { drainBody } from "#server/gateway/http/body-limit.ts";
import { answerMember, readBody, readQuery } from "./answer-member.ts";
import { preview } from "./import-file.ts";
import { readUpload, requireJson } from "./read-upload.ts";

const querySchema = z.strictObject({
  title: z.optional(submissionTitle),
  name: requiredText(200, "Add the file name to the URL, such as name=questions.jsonl."),
  preview,
});

/**
 * `POST /api/import/evaluations?name=…&title=…&preview=…`: sends a file of resolved questions, optionally gzipped, for
 * review as a whole. Answers 422 with the invalid lines if there are any. A preview saves nothing.
 */
export const uploadFile = answerMember("evaluate", async (gateway, request, member, work) => {
  const { title = "", name, preview: isPreview } = readQuery(request, querySchema);
  await countChange(gateway, member);
  const body = readBody(request);
  /** Called once the member's import is registered: another import is refused even before the first bytes arrive. */
  async function openFile() {
    const bytes = await readUpload(body, work, { hold: (length) => holdUpload(gateway, member, length) });
    return { title, name, text: requireJson(bytes), digest: sha256(bytes).toString("hex") };
  }
  try {
    const report = await uploadEvaluation(gateway, member, openFile, work, { preview: isPreview });
    return Response.json(report, { status: report.ok ? 200 : 422, headers: { "cache-control": "no-store" } });
  } finally {
    void drainBody(body);
  }
});
