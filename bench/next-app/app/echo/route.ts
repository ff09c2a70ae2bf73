export const dynamic = "force-dynamic";

/** The least that a Next route handler can do with a JSON body. */
export async function POST(request: Request): Promise<Response> {
  return Response.json(await request.json());
}
