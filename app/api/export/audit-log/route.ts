export { downloadAuditLog as GET } from "#server/api/http/download-audit-log.ts";
