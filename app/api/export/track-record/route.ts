import { downloadScores } from "#server/console/files/download-scores.ts";
import { withGateway } from "#server/process/next/with-gateway.ts";

export const GET = withGateway(downloadScores);
