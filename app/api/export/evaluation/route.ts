export { downloadEvaluation as GET } from "#server/api/files/download-evaluation.ts";
