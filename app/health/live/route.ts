export const dynamic = "force-dynamic";

/** Liveness probe. */
export function GET(): Response {
  return Response.json({ status: "live" });
}
