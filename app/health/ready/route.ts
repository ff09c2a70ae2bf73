import { checkReadiness } from "#server/records/check-readiness.ts";
import { theGateway } from "#server/wiring.ts";

export const dynamic = "force-dynamic";

/** The process can answer predictions: the record can be written and the model is ready. */
export async function GET(): Promise<Response> {
  const readiness = await checkReadiness((await theGateway()).gateway);
  return Response.json(readiness, { status: readiness.ready ? 200 : 503 });
}
