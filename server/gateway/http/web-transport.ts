import { GatewayError } from "#server/base/errors.ts";
import type { GatewayContext } from "#server/gateway/context.ts";
import type { HttpResponse } from "./http-response.ts";
import { handlePredict } from "./predict-handler.ts";

/** Serves `POST /v1/predict` with the Web API's Request and Response, for Next route handlers. */
export async function answerWebRequest(gateway: GatewayContext, request: Request): Promise<Response> {
  const arrivedAt = performance.now();
  const { headers, method } = request;
  const answer = await handlePredict(gateway, {
    method,
    authorization: headers.get("authorization") ?? undefined,
    idempotencyKey: headers.get("idempotency-key") ?? undefined,
    body: {
      contentLength: headers.get("content-length") ?? undefined,
      contentEncoding: headers.get("content-encoding") ?? undefined,
      read: (most) => readWebBody(request, most),
    },
    signal: request.signal,
    arrivedAt,
  });
  return toWebResponse(answer, method);
}

export function toWebResponse({ status, headers, body }: HttpResponse, method: string): Response {
  return new Response(method === "HEAD" ? null : body, { status, headers });
}

async function readWebBody({ body }: Request, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > most) throw new GatewayError("REQUEST_TOO_LARGE");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
