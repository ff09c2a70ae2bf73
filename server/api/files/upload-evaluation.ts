import { z } from "zod";
import { MOST_FILE_MIB } from "#lib/console/evaluations.ts";
import { requiredText, submissionTitle } from "#lib/console/fields.ts";
import { findMember } from "#server/api/auth/find-member.ts";
import { refuseForeignOrigin } from "#server/api/auth/refuse-foreign-origin.ts";
import { drainBody } from "#server/api/http/drain-body.ts";
import { refuseConsole, refuseStranger } from "#server/api/http/refuse-console.ts";
import { sharedGateway } from "#server/create-gateway.ts";
import { GatewayError, isConsoleError } from "#server/errors.ts";
import { uploadEvaluation } from "#server/services/evaluations/upload.ts";
import { openUpload } from "./open-upload.ts";
import { readLines } from "./read-lines.ts";

const LINE_BYTES = 128 * 1_024;
const WAIT_MS = 10_000;

const querySchema = z.strictObject({
  title: z.optional(submissionTitle),
  name: requiredText(200, "Name the file: name=questions.jsonl."),
});

/**
 * `POST /api/import/evaluations?name=…&title=…`: sends a JSONL file of resolved questions, gzipped or not, to review as a
 * whole. 422 with a report where lines of it are no cases.
 */
export async function uploadFile(request: Request): Promise<Response> {
  const { gateway, auth } = await sharedGateway();
  const foreign = refuseForeignOrigin(gateway.config, request);
  if (foreign !== undefined) return foreign;
  const member = await findMember(auth, gateway.database, request.headers);
  if (member === undefined) return refuseStranger();
  const query = querySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!query.success) return refuseConsole(new GatewayError("BAD_REQUEST", { message: z.prettifyError(query.error) }));
  const { body } = request;
  if (body === null) {
    return refuseConsole(new GatewayError("BAD_REQUEST", { message: "The body is empty: send a JSONL file." }));
  }
  try {
    const { title = "", name } = query.data;
    const upload = await openUpload(body, MOST_FILE_MIB * 1_024 * 1_024);
    const lines = readLines(upload.body, { line: LINE_BYTES, waitMs: WAIT_MS });
    const report = await uploadEvaluation(gateway, member, { title, name, lines, digest: upload.digest });
    return Response.json(report, { status: report.ok ? 200 : 422, headers: { "cache-control": "no-store" } });
  } catch (error) {
    if (!isConsoleError(error)) throw error;
    return refuseConsole(error);
  } finally {
    if (!body.locked) void drainBody(body);
  }
}
