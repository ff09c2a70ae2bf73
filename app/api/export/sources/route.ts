import { downloadSources } from "#server/console/files/download-sources.ts";
import { withGateway } from "#server/process/next/with-gateway.ts";

export const GET = withGateway(downloadSources);
