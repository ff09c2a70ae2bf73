import { IncomingMessage, type ServerResponse } from "node:http";
import { NodeBody } from "#server/gateway/http/node-body.ts";

export function hasBody({ headers }: IncomingMessage): boolean {
  return Number(headers["content-length"]) > 0 || headers["transfer-encoding"] !== undefined;
}

/** Reads the body and returns the request with the body in memory. Rejects as NodeBody does. */
export async function readAhead(
  request: IncomingMessage,
  response: ServerResponse,
  most: number,
): Promise<IncomingMessage> {
  const body = await new NodeBody(request, response).read(most);
  const { method, url, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  // Without `Expect`, because `100 Continue` has already been sent.
  const { expect: _, ...headers } = request.headers;
  const whole = Object.assign(new IncomingMessage(request.socket), {
    method,
    url,
    headers,
    rawHeaders,
    httpVersion,
    httpVersionMajor,
    httpVersionMinor,
    complete: true,
  });
  whole.push(body);
  whole.push(null);
  return whole;
}
