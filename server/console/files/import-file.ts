import { countChange } from "#server/console/members/count-change.ts";
import { importSubmissions } from "#server/console/submissions/import-submissions.ts";
import { drainBody } from "#server/gateway/http/body-limit.ts";
import { receive } from "#server/limits/work.ts";
import { answerMember, readBody } from "./answer-member.ts";
import { readLines } from "./read-lines.ts";

/**
 * `POST /api/import/submissions`: imports a JSONL body of any size. Submits each line on arrival, stops when the client
 * disconnects, and answers with the same report as `submissions.import`.
 */
export const importFile = answerMember(async (gateway, request, member, work) => {
  await countChange(gateway, member);
  const body = readBody(request);
  try {
    const reports = await importSubmissions(gateway, member, receive(readLines(body), work), work);
    return Response.json(reports, { headers: { "cache-control": "no-store" } });
  } finally {
    void drainBody(body);
  }
});
