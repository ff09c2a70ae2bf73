import { withGateway } from "#server/process/next/with-gateway.ts";

export const dynamic = "force-dynamic";

/** The last checkpoint of the audit log (c2sp.org/tlog-checkpoint). 404 before the first one. */
export const GET = withGateway(async ({ tree }) => {
  const checkpoint = (await tree.readLast())?.note;
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
  return checkpoint === undefined
    ? new Response("No checkpoint has been signed yet.\n", { status: 404, headers })
    : new Response(checkpoint, { headers });
});
