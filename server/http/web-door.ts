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
      // Without this, to stop reading would close the connection before or right after the refusal.
      chunks: request.body?.values({ preventCancel: true }) ?? nothing(),
    },
    signal: request.signal,
    arrivedAt,
  });
  if (request.body !== null) void hearOut(request.body);
  return new Response(method === "HEAD" ? null : answer.body, { status: answer.status, headers: answer.headers });
}

const LINGER_MS = 1_000;

/** A caller that is still sending is heard out for a moment, for a reset would swallow the answer. */
async function hearOut(body: ReadableStream<Uint8Array>): Promise<void> {
  try {
    await body.pipeTo(new WritableStream(), { signal: AbortSignal.timeout(LINGER_MS) });
  } catch {
    // The caller is gone, or goes on sending: Next closes the connection.
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
