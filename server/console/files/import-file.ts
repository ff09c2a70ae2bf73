import { z } from "zod";
import { countChange } from "#server/console/members/count-change.ts";
import { holdUpload } from "#server/console/members/run-import.ts";
import { importSubmissions } from "#server/console/submissions/import-submissions.ts";
import { drainBody } from "#server/gateway/http/body-limit.ts";
import { answerMember, readBody, readQuery } from "./answer-member.ts";
import { readUpload, requireJson } from "./read-upload.ts";

/** A flag in a query string. */
export const preview = z.optional(z.enum(["true", "false"]).transform((text) => text === "true"));

/**
 * `POST /api/import/submissions?preview=…`: imports a file of JSON Lines or a JSON array, stops when the client
 * disconnects, and answers with the same report as `submissions.import`.
 */
export const importFile = answerMember("submit", async (gateway, request, member, work) => {
  const query = readQuery(request, z.strictObject({ preview }));
  await countChange(gateway, member);
  const body = readBody(request);
  const open = async () =>
    requireJson(await readUpload(body, work, { hold: (length) => holdUpload(gateway, member, length) }));
  try {
    const reports = await importSubmissions(gateway, member, open, work, query);
    return Response.json(reports, { headers: { "cache-control": "no-store" } });
  } finally {
    void drainBody(body);
  }
});
