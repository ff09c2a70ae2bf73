export { downloadAuditLog as GET } from "#server/console/files/download-audit-log.ts";
