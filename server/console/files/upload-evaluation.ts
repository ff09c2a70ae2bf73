import { z } from "zod";
import { MAX_FILE_MIB } from "#lib/domain/evaluations.ts";
import { requiredText, submissionTitle } from "#lib/domain/fields.ts";
import { uploadEvaluation } from "#server/console/evaluations/upload-evaluation.ts";
import { countChange } from "#server/console/members/count-change.ts";
import { drainBody } from "#server/gateway/http/body-limit.ts";
import { receive } from "#server/limits/work.ts";
import { answerMember, readBody, readQuery } from "./answer-member.ts";
import { openUpload } from "./open-upload.ts";
import { readLines } from "./read-lines.ts";

const querySchema = z.strictObject({
  title: z.optional(submissionTitle),
  name: requiredText(200, "Add the file name to the URL, such as name=questions.jsonl."),
});

/**
 * `POST /api/import/evaluations?name=…&title=…`: sends a JSONL file of resolved questions, optionally gzipped, for
 * review as a whole. Answers 422 with the invalid lines if there are any.
 */
export const uploadFile = answerMember(async (gateway, request, member, work) => {
  const { title = "", name } = readQuery(request, querySchema);
  await countChange(gateway, member);
  let body = readBody(request);
  /** Called once the member's import is registered: another import is refused even before the first bytes arrive. */
  async function openFile() {
    const upload = await work.aside(() => openUpload(body, MAX_FILE_MIB * 1_024 * 1_024));
    body = upload.body;
    return { title, name, lines: receive(readLines(body), work), digest: upload.digest };
  }
  try {
    const report = await uploadEvaluation(gateway, member, openFile, work);
    return Response.json(report, { status: report.ok ? 200 : 422, headers: { "cache-control": "no-store" } });
  } finally {
    void drainBody(body);
  }
});
