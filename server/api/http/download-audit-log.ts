import { findMember } from "#server/api/auth/find-member.ts";
import type { RunningGateway } from "#server/create-gateway.ts";
import { exportAuditLog } from "#server/services/audit/export-audit-log.ts";
import { mayExportRecord } from "#server/services/audit/may-export.ts";
import { refuseDownload } from "./refuse-download.ts";
import { streamFile } from "./stream-file.ts";
import { withGateway } from "./with-gateway.ts";

/** The whole record as a file, for those who may have it. */
export function downloadAuditLog(request: Request): Promise<Response> {
  return withGateway((wired) => download(wired, request));
}

async function download({ gateway, auth }: RunningGateway, request: Request): Promise<Response> {
  const member = await findMember(auth, gateway.database, request.headers);
  if (member === undefined) return refuseDownload(401, "Sign in first.");
  if (!mayExportRecord(gateway.config, member)) {
    return refuseDownload(403, "The whole record is for admins; for reviewers where one review is enough.");
  }
  const name = `record-${gateway.now().toISOString().slice(0, 10)}.jsonl`;
  return streamFile({ type: "application/jsonl", name }, exportAuditLog(gateway));
}
