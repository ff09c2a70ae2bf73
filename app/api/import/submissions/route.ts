export { importFile as POST } from "#server/console/files/import-file.ts";
