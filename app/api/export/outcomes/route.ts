import { downloadOutcomes } from "#server/console/files/download-outcomes.ts";
import { withGateway } from "#server/process/next/with-gateway.ts";

export const GET = withGateway(downloadOutcomes);
