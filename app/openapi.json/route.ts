import { openApiDocument } from "#lib/contract/open-api.ts";
import { withGateway } from "#server/process/next/with-gateway.ts";

export const dynamic = "force-dynamic";

export const GET = withGateway(({ config }) => Response.json(openApiDocument(config.consoleUrl)));
