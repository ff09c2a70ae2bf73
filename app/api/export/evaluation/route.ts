export { downloadEvaluation as GET } from "#server/console/files/download-evaluation.ts";
