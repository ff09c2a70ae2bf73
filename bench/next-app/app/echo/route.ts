export const dynamic = "force-dynamic";

/** A minimal Next route handler that parses a JSON body. */
export async function POST(request: Request): Promise<Response> {
  return Response.json(await request.json());
}
