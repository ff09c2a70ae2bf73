export { importFile as POST } from "#server/http/import-file.ts";
