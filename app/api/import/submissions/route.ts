export { importFile as POST } from "#server/api/files/import-file.ts";
