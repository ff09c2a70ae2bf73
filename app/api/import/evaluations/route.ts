export { uploadFile as POST } from "#server/console/files/upload-evaluation.ts";
