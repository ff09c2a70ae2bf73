import { downloadWorths } from "#server/console/files/download-worths.ts";
import { withGateway } from "#server/process/next/with-gateway.ts";

export const GET = withGateway(downloadWorths);
