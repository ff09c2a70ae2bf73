export { uploadFile as POST } from "#server/api/files/upload-evaluation.ts";
