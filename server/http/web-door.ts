import type { Gateway } from "#server/gateway.ts";
import { handlePredict } from "./predict-handler.ts";

/** The same operation for a server that speaks the web's Request and Response, such as a Next route handler. */
export async function answerWebRequest(gateway: Gateway, request: Request): Promise<Response> {
  const arrivedAt = performance.now();
  const { headers, method } = request;
  const answer = await handlePredict(gateway, {
    method,
    authorization: headers.get("authorization") ?? undefined,
    body: {
      contentLength: headers.get("content-length") ?? undefined,
      contentEncoding: headers.get("content-encoding") ?? undefined,
      chunks: request.body ?? nothing(),
    },
    signal: request.signal,
    arrivedAt,
  });
  return new Response(method === "HEAD" ? null : answer.body, { status: answer.status, headers: answer.headers });
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
