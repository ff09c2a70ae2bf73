export { downloadOutcomes as GET } from "#server/console/files/download-outcomes.ts";
