import { downloadForecasts } from "#server/console/files/download-forecasts.ts";
import { withGateway } from "#server/process/next/with-gateway.ts";

export const GET = withGateway(downloadForecasts);
