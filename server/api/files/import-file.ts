import { findMember } from "#server/api/auth/find-member.ts";
import { refuseForeignOrigin } from "#server/api/auth/refuse-foreign-origin.ts";
import { drainBody } from "#server/api/http/drain-body.ts";
import { refuseConsole, refuseStranger } from "#server/api/http/refuse-console.ts";
import { sharedGateway } from "#server/create-gateway.ts";
import { GatewayError, isConsoleError } from "#server/errors.ts";
import { importSubmissions } from "#server/services/submissions/import.ts";
import { readLines } from "./read-lines.ts";

/** A request of 32 KiB with a title and a note, with room for JSON escapes. */
const LINE_BYTES = 128 * 1_024;
const WAIT_MS = 10_000;

/**
 * `POST /api/import/submissions`: imports a JSONL body of any size. Submits lines as they arrive and answers with the
 * report of `submissions.import`. Stops when the member leaves.
 */
export async function importFile(request: Request): Promise<Response> {
  const { gateway, auth } = await sharedGateway();
  const foreign = refuseForeignOrigin(gateway.config, request);
  if (foreign !== undefined) return foreign;
  const member = await findMember(auth, gateway.database, request.headers);
  if (member === undefined) return refuseStranger();
  const { body, signal } = request;
  if (body === null)
    return refuseConsole(new GatewayError("BAD_REQUEST", { message: "The body is empty: send a JSONL file." }));
  const lines = readLines(body, { line: LINE_BYTES, waitMs: WAIT_MS });
  try {
    const reports = await importSubmissions(gateway, member, lines, signal);
    return Response.json(reports, { headers: { "cache-control": "no-store" } });
  } catch (error) {
    if (!isConsoleError(error)) throw error;
    return refuseConsole(error);
  } finally {
    void drainBody(body);
  }
}
