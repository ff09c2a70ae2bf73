import type { IncomingMessage, ServerResponse } from "node:http";
import type { ConsoleContext } from "#server/console/context.ts";
import { MCP_PATH } from "#server/gateway/http/body-limit.ts";
import { sendResponse } from "#server/gateway/http/send-response.ts";
import { createBudget } from "#server/limits/budget.ts";
import { freeWork } from "#server/limits/work.ts";
import type { McpOptions } from "#server/mcp/answer-mcp.ts";
import { receiveBody } from "./receive-body.ts";
import { sendWebResponse, toWebRequest } from "./web-exchange.ts";

/** Maximum size of all bodies in memory. */
const bodies = createBudget(32 * 1_024 * 1_024);

/** Serves `/mcp`, without Next. Loads the protocol at the first request. `fixture` replaces the server in tests. */
export async function serveMcp(
  gateway: ConsoleContext,
  request: IncomingMessage,
  response: ServerResponse,
  fixture: Omit<McpOptions, "read"> = {},
): Promise<void> {
  const leaving = new AbortController();
  const { signal } = leaving;
  response.once("close", () => leaving.abort());
  const { answerMcp } = await import("#server/mcp/answer-mcp.ts");
  const read = (holder: string) =>
    receiveBody(request, response, { path: MCP_PATH, holder, budget: bodies, signal }) as Promise<Uint8Array>;
  const message = toWebRequest(request, { origin: gateway.config.consoleUrl, body: undefined, signal });
  try {
    const answer = await answerMcp(gateway, message, { ...fixture, read });
    if (answer instanceof Response) await sendWebResponse(request, response, answer, freeWork(signal));
    else sendResponse(request, response, answer);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
