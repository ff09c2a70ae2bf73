import { checkReadiness } from "#server/records/check-readiness.ts";
import { theGateway } from "#server/wiring.ts";

export const dynamic = "force-dynamic";

/** The process can answer predictions: a write has just shown that it can record them, and the model is ready. */
export async function GET(): Promise<Response> {
  const readiness = await checkReadiness((await theGateway()).gateway);
  const headers = { "cache-control": "no-store" };
  if (readiness.ready) return Response.json(readiness, { headers });
  return Response.json(readiness, { status: 503, headers: { ...headers, "retry-after": "5" } });
}
