import { llmsText } from "#lib/contract/llms-text.ts";
import { withGateway } from "#server/process/next/with-gateway.ts";

export const dynamic = "force-dynamic";

export function GET(): Promise<Response> {
  return withGateway(
    ({ gateway }) =>
      new Response(llmsText(gateway.config.consoleUrl), { headers: { "Content-Type": "text/plain; charset=utf-8" } }),
  );
}
