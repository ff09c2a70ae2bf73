import { openApiDocument } from "#lib/contract/open-api.ts";
import { withGateway } from "#server/process/next/with-gateway.ts";

export const dynamic = "force-dynamic";

export function GET(): Promise<Response> {
  return withGateway(({ gateway }) => Response.json(openApiDocument(gateway.config.consoleUrl)));
}
