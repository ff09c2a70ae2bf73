import { llmsText } from "#lib/contract/llms-text.ts";
import { withGateway } from "#server/process/next/with-gateway.ts";

export const dynamic = "force-dynamic";

export const GET = withGateway(
  ({ config }) =>
    new Response(llmsText(config.consoleUrl), { headers: { "Content-Type": "text/plain; charset=utf-8" } }),
);
