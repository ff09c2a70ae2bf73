export { downloadAuditLog as GET } from "#server/api/files/download-audit-log.ts";
