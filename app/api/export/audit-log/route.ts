import { downloadAuditLog } from "#server/console/files/download-audit-log.ts";
import { withGateway } from "#server/process/next/with-gateway.ts";

export const GET = withGateway(downloadAuditLog);
