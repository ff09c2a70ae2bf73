import { downloadEvaluation } from "#server/console/files/download-evaluation.ts";
import { withGateway } from "#server/process/next/with-gateway.ts";

export const GET = withGateway(downloadEvaluation);
