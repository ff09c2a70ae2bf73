import {
  createMcpHandler,
  localhostAllowedHostnames,
  type McpServer,
  validateHostHeader,
  validateOriginHeader,
} from "@modelcontextprotocol/server";
import { v7 as uuid } from "uuid";
import { isJsonObject, type JsonObject } from "#lib/contract/json.ts";
import { decodeBody } from "#lib/contract/parse-body.ts";
import { describeDefect } from "#server/base/describe-error.ts";
import { auditUnavailable, GatewayError, isContractError, isGatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { isUnavailable } from "#server/db/is-unavailable.ts";
import { NO_DATABASE } from "#server/gateway/http/answer-look-ups.ts";
import { failure, type HttpResponse, json, refusal, refusalOf } from "#server/gateway/http/http-response.ts";
import { type Agent, authenticateAgent, nameClient, objectIn } from "./agent.ts";
import { createAgentServer } from "./agent-server.ts";

export interface McpOptions {
  /** Receives the body, whose memory is reserved for the caller. Rejects if it is too large. */
  readonly read: (callerId: string) => Promise<Uint8Array>;
  /** Replaces the tools, resources and prompts in tests. */
  readonly makeServer?: (gateway: ConsoleContext, agent: Agent) => McpServer;
}

const NO_METHOD = { code: -32_601, message: "Method not found" };

/**
 * Answers a message of the Model Context Protocol (Streamable HTTP, without sessions). Every refusal before the protocol
 * is a response with the error body of the contract.
 */
export async function answerMcp(
  gateway: ConsoleContext,
  request: Request,
  { read, makeServer = createAgentServer }: McpOptions,
): Promise<Response | HttpResponse> {
  const arrivedAt = performance.now();
  const requestId = uuid();
  const { headers, method, signal } = request;
  const { consoleUrl, mcpHosts } = gateway.config;
  // A web page could otherwise reach a gateway in its reader's network. Agents send no Origin.
  const permitted = [...localhostAllowedHostnames(), new URL(consoleUrl).hostname, ...mcpHosts];
  const host = validateHostHeader(headers.get("host"), permitted);
  const checked = host.ok ? validateOriginHeader(headers.get("origin"), permitted) : host;
  if (!checked.ok) return refusal(403, requestId, `${checked.message}. MCP_HOSTS lists further permitted hosts.`);
  if (method !== "POST") return refusal(405, requestId, "This address only accepts POST.", { Allow: "POST" });
  try {
    const { caller, member } = await authenticateAgent(gateway, headers);
    const message = readMessage(await read(caller.id));
    if (typeof message === "string")
      return json(400, requestId, { jsonrpc: "2.0", error: { code: -32_600, message }, id: null });
    // The gateway has no changes to report in a stream.
    if (message.method === "subscriptions/listen")
      return json(404, requestId, { jsonrpc: "2.0", error: NO_METHOD, id: message.id ?? null });
    const isCall = message.method === "tools/call";
    const isPrediction = isCall && objectIn(message, "params")?.name === "predict";
    // A prediction counts towards the limit of predictions instead.
    const limit = isPrediction ? undefined : await gateway.rateLimit.count(`mcp:${caller.id}`, caller.ratePerMinute);
    const retryAfter = limit?.allowed === false ? limit.resetSeconds : undefined;
    if (retryAfter !== undefined && !isCall) throw new GatewayError("RATE_LIMITED", { retryAfter });
    const client = nameClient(message, headers);
    const agent: Agent = { caller, member, client, headers, signal, arrivedAt, retryAfter };
    const handler = createMcpHandler(() => makeServer(gateway, agent), {
      onerror: (error) => gateway.log.debug({ requestId, detail: describeDefect(error) }, "an MCP message was refused"),
    });
    const response = await handler.fetch(request, { parsedBody: message });
    // For nameClient().
    if (message.method === "initialize" && response.ok)
      response.headers.set("Mcp-Session-Id", Buffer.from(client).toString("base64url"));
    return response;
  } catch (thrown) {
    const error = isUnavailable(thrown) ? auditUnavailable(thrown, NO_DATABASE) : thrown;
    if (signal.aborted || !isGatewayError(error)) throw thrown;
    return isContractError(error) ? failure(error, requestId, {}) : refusalOf(error, requestId);
  }
}

/** Returns one message, or why there is none. */
function readMessage(bytes: Uint8Array): JsonObject | string {
  const text = decodeBody(bytes);
  if (typeof text !== "string") return text.issue.message;
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return "A batch is not supported. Send each message in a request of its own.";
    return isJsonObject(value) ? value : "The body is not a JSON-RPC message.";
  } catch {
    return "The body is not valid JSON.";
  }
}
