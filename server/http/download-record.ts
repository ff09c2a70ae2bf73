import { findMember } from "#server/auth/find-member.ts";
import { exportRecord } from "#server/records/export-record.ts";
import { mayExportRecord } from "#server/records/may-export.ts";
import type { Wired } from "#server/wiring.ts";
import { refuseDownload } from "./refuse-download.ts";
import { streamFile } from "./stream-file.ts";
import { withGateway } from "./with-gateway.ts";

/** The whole record as a file, for those who may have it. */
export function downloadRecord(request: Request): Promise<Response> {
  return withGateway((wired) => download(wired, request));
}

async function download({ gateway, auth }: Wired, request: Request): Promise<Response> {
  const member = await findMember(auth, gateway.database, request.headers);
  if (member === undefined) return refuseDownload(401, "Sign in first.");
  if (!mayExportRecord(gateway.config, member)) {
    return refuseDownload(403, "The whole record is for admins; for reviewers where one review is enough.");
  }
  const name = `record-${gateway.now().toISOString().slice(0, 10)}.jsonl`;
  return streamFile({ type: "application/jsonl", name }, exportRecord(gateway));
}
