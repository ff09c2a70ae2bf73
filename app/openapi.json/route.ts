import { openApiDocument } from "#lib/contract/open-api.ts";
import { theGateway } from "#server/wiring.ts";

export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  const { gateway } = await theGateway();
  return Response.json(openApiDocument(gateway.config.consoleUrl));
}
