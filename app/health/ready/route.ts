import { checkReadiness } from "#server/gateway/check-readiness.ts";
import { withGateway } from "#server/process/next/with-gateway.ts";

export const dynamic = "force-dynamic";

/** Readiness probe: 200 if the model is ready and a test write to the audit log succeeds, otherwise 503. */
export const GET = withGateway(async (gateway) => {
  const readiness = await checkReadiness(gateway);
  const headers = { "cache-control": "no-store" };
  if (readiness.ready) return Response.json(readiness, { headers });
  return Response.json(readiness, { status: 503, headers: { ...headers, "retry-after": "5" } });
});
