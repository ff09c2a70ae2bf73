const CODES = { 400: "BAD_REQUEST", 401: "UNAUTHORIZED", 403: "FORBIDDEN" } as const;

/** In the place of a file: why there is none, in the shape of the console's other refusals. */
export function refuseDownload(status: keyof typeof CODES, message: string): Response {
  const headers = { "cache-control": "no-store" };
  return Response.json({ error: { code: CODES[status], message } }, { status, headers });
}
