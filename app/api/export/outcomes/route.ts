export { downloadOutcomes as GET } from "#server/api/files/download-outcomes.ts";
