import { exportAuditLog } from "#server/audit/export/export-audit-log.ts";
import { GatewayError } from "#server/base/errors.ts";
import { mayExportAuditLog } from "#server/console/audit-log/may-export-audit-log.ts";
import { answerMember } from "./answer-member.ts";
import { streamFile } from "./stream-file.ts";

const NEEDED = "Only admins can download the audit log and, if this deployment requires only one review, reviewers.";

/** Downloads the whole audit log. Answers 403 to members who may not export it. */
export const downloadAuditLog = answerMember((gateway, _request, member) => {
  if (!mayExportAuditLog(gateway.config, member)) throw new GatewayError("FORBIDDEN", { message: NEEDED });
  const name = `export-of-audit-log-${gateway.now().toISOString().slice(0, 10)}.jsonl`;
  return streamFile({ type: "application/jsonl", name }, exportAuditLog(gateway));
});
