export const dynamic = "force-dynamic";

/** Reference for the benchmark: a minimal Next route handler that parses a JSON body and sends it back. */
export async function POST(request: Request): Promise<Response> {
  return Response.json(await request.json());
}
