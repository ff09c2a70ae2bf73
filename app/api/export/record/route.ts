export { downloadRecord as GET } from "#server/http/download-record.ts";
