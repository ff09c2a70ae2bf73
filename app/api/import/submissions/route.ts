export { importFile as POST } from "#server/api/http/import-file.ts";
