import { type GatewayError, statusOf } from "#server/base/errors.ts";

type Refusal = Pick<GatewayError, "code" | "message" | "retryAfter">;

export function refuseConsole({ code, message, retryAfter }: Refusal): Response {
  const headers: Record<string, string> = { "cache-control": "no-store" };
  if (retryAfter !== undefined) headers["retry-after"] = String(retryAfter);
  return Response.json({ error: { code, message } }, { status: statusOf(code), headers });
}
