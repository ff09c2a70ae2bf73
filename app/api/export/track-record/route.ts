export { downloadScores as GET } from "#server/console/files/download-scores.ts";
