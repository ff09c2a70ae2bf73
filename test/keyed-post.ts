import { readExample, type TestGateway } from "./start-gateway.ts";

const example = JSON.stringify(readExample("binary"));

export interface Got {
  readonly status: number;
  readonly text: string;
  readonly requestId: string;
  readonly replayed: boolean;
  readonly code: string | undefined;
  readonly headers: Headers;
}

/** Sends a request with an Idempotency-Key, and reads the parts of the answer that a replay repeats. */
export async function post(
  gateway: TestGateway,
  key: string | undefined,
  body = example,
  more: RequestInit & { readonly credential?: string } = {},
): Promise<Got> {
  const { credential = gateway.key, ...init } = more;
  const headers = {
    authorization: `Bearer ${credential}`,
    ...(key === undefined ? {} : { "idempotency-key": key }),
  };
  const response = await fetch(gateway.url, { method: "POST", headers, body, ...init });
  const text = await response.text();
  const { request_id: requestId, error } = JSON.parse(text);
  return {
    status: response.status,
    text,
    requestId,
    code: error?.code,
    replayed: response.headers.get("idempotency-replayed") === "true",
    headers: response.headers,
  };
}
