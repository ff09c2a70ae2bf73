export { downloadScores as GET } from "#server/api/files/download-scores.ts";
