import { v7 as uuid } from "uuid";
import { type GatewayError, statusOf } from "#server/base/errors.ts";

type Refusal = Pick<GatewayError, "code" | "message" | "retryAfter">;

export function refuseConsole({ code, message, retryAfter }: Refusal): Response {
  const requestId = uuid();
  const headers: Record<string, string> = { "cache-control": "no-store", "x-request-id": requestId };
  if (retryAfter !== undefined) headers["retry-after"] = String(retryAfter);
  return Response.json({ error: { code, message }, request_id: requestId }, { status: statusOf(code), headers });
}
