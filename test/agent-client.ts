import { serveMcp } from "#server/process/serve-mcp.ts";
import { listen } from "./listen.ts";
import type { TestGateway } from "./start-gateway.ts";

export const PROTOCOL = "2026-07-28";

/** Loosely typed, because the tests check the results. */
type Loose = ReturnType<typeof JSON.parse>;

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Loose;
}

/** Returns a message of the protocol of 2026, and its headers. */
export function toMessage(method: string, params: Readonly<Record<string, unknown>> = {}, client = "test client") {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": PROTOCOL,
    "io.modelcontextprotocol/clientInfo": { name: client, version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const name = params.name ?? params.uri;
  return {
    headers: {
      "mcp-protocol-version": PROTOCOL,
      "mcp-method": method,
      ...(name !== undefined && { "mcp-name": String(name) }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }),
  };
}

export async function postMcp(url: string, body: string, headers: Readonly<Record<string, string>>): Promise<Reply> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    body,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
}

/** Serves `/mcp` of a gateway in this process. */
export async function openAgent(gateway: TestGateway, options: Parameters<typeof serveMcp>[3] = {}) {
  const { origin } = await listen((request, response) => void serveMcp(gateway.gateway, request, response, options));
  const url = `${origin}/mcp`;
  const send = (key: string, method: string, params = {}, more = {}) => {
    const { headers, body } = toMessage(method, params);
    return postMcp(url, body, { authorization: `Bearer ${key}`, ...headers, ...more });
  };
  return {
    url,
    send,
    /** Calls a tool. Returns its structured content and whether it is an error. */
    async call(key: string, name: string, given: Readonly<Record<string, unknown>>): Promise<Loose> {
      const { body } = await send(key, "tools/call", { name, arguments: given });
      const { structuredContent, isError } = body.result;
      return { ...structuredContent, isError };
    },
  };
}
