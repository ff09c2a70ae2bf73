const CODES = { 400: "BAD_REQUEST", 401: "UNAUTHORIZED", 403: "FORBIDDEN", 429: "TOO_MANY_REQUESTS" } as const;

const RETRY_AFTER_S = "5";

/** In the place of a file: why there is none, in the shape of the console's other refusals. */
export function refuseDownload(status: keyof typeof CODES, message: string): Response {
  const headers: Record<string, string> = { "cache-control": "no-store" };
  if (status === 429) headers["retry-after"] = RETRY_AFTER_S;
  return Response.json({ error: { code: CODES[status], message } }, { status, headers });
}
