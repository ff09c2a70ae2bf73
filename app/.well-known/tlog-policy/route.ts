import { withGateway } from "#server/process/next/with-gateway.ts";

export const dynamic = "force-dynamic";

/** The verifier keys of the audit log and of its witnesses (c2sp.org/tlog-policy). */
export const GET = withGateway(
  async ({ tree }) =>
    new Response(await tree.printPolicy(), { headers: { "Content-Type": "text/plain; charset=utf-8" } }),
);
