import { findMember } from "#server/api/auth/find-member.ts";
import { refuseConsole, refuseStranger } from "#server/api/http/refuse-console.ts";
import { withGateway } from "#server/api/http/with-gateway.ts";
import type { RunningGateway } from "#server/create-gateway.ts";
import { GatewayError } from "#server/errors.ts";
import { exportAuditLog } from "#server/services/audit/export-audit-log.ts";
import { mayExportRecord } from "#server/services/audit/may-export.ts";
import { streamFile } from "./stream-file.ts";

const NEEDED = "Only admins can download the audit log, and reviewers where one review is enough.";

/** The whole audit log as a file, for members who may export it. */
export function downloadAuditLog(request: Request): Promise<Response> {
  return withGateway((wired) => download(wired, request));
}

async function download({ gateway, auth }: RunningGateway, request: Request): Promise<Response> {
  const member = await findMember(auth, gateway.database, request.headers);
  if (member === undefined) return refuseStranger();
  if (!mayExportRecord(gateway.config, member)) {
    return refuseConsole(new GatewayError("FORBIDDEN", { message: NEEDED }));
  }
  const name = `record-${gateway.now().toISOString().slice(0, 10)}.jsonl`;
  return streamFile({ type: "application/jsonl", name }, exportAuditLog(gateway));
}
