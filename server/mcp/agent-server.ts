import { type CallToolResult, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { ERRORS } from "#lib/contract/error-table.ts";
import { OBSERVATION_KINDS } from "#lib/contract/observation-kinds.ts";
import { REASONS } from "#lib/contract/reasons.ts";
import { auditUnavailable, GatewayError, isGatewayError, toContractError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { isUnavailable } from "#server/db/is-unavailable.ts";
import { NO_DATABASE } from "#server/gateway/http/answer-look-ups.ts";
import { readReference } from "#server/gateway/http/read-reference.ts";
import { type Agent, requirePermission } from "./agent.ts";
import { refused, type Tool } from "./tool.ts";
import { TOOLS } from "./tools.ts";

/** Returns a server for one message: tools, resources and one prompt. It has no state. */
export function createAgentServer(gateway: ConsoleContext, agent: Agent): McpServer {
  const server = new McpServer(
    { name: "forecasting-gateway", title: "Forecasting gateway", version: "1.1" },
    {
      capabilities: { tools: UNCHANGING, resources: UNCHANGING, prompts: UNCHANGING },
      instructions:
        `Forecasts over options that you define; the model release is ${gateway.model.release}. People approve each ` +
        "question with its evidence before a model answers. Compose a request (prompt compose_question), call " +
        "check_request, then predict. While a request waits for review, do other work.",
    },
  );
  for (const tool of TOOLS) {
    const { name, title, description, input, needs } = tool;
    const hints = { readOnlyHint: needs === "read", destructiveHint: needs === "submit" };
    const annotations = { ...hints, openWorldHint: false, idempotentHint: true };
    server.registerTool(name, { title, description, inputSchema: input, annotations }, (given) =>
      answer(gateway, agent, tool, given),
    );
  }
  for (const { name, title, mimeType, read } of RESOURCES) {
    server.registerResource(name, `forecasting-gateway://${name}`, { title, mimeType }, async ({ href }) => ({
      contents: [{ uri: href, mimeType, text: await read(gateway) }],
    }));
  }
  server.registerPrompt(
    "compose_question",
    {
      title: "Compose a forecast question",
      description: "Turns a topic into a request that reviewers can approve.",
      argsSchema: z.object({ topic: z.string().max(2_000).describe("The topic of the question.") }),
    },
    ({ topic }) => ({
      messages: [{ role: "user", content: { type: "text", text: `${COMPOSING}\n\nThe topic: ${topic}` } }],
    }),
  );
  return server;
}

const UNCHANGING = { listChanged: false };

/** Runs a tool. Expected errors are tool errors; the text of a defect is logged, never sent. */
async function answer(gateway: ConsoleContext, agent: Agent, tool: Tool, input: unknown): Promise<CallToolResult> {
  const { caller, signal, retryAfter } = agent;
  try {
    if (retryAfter !== undefined) throw new GatewayError("RATE_LIMITED", { retryAfter });
    await requirePermission(gateway, agent, tool.needs);
    const run = () => tool.run(gateway, agent, input);
    // A prediction waits for its own slots.
    return tool.name === "predict" ? await run() : await gateway.lookUpSlots.run(caller.id, signal, run);
  } catch (thrown) {
    const error = isUnavailable(thrown) ? auditUnavailable(thrown, NO_DATABASE) : thrown;
    if (isGatewayError(error)) return refused(error);
    const defect = toContractError(error);
    if (!signal.aborted) gateway.log.error({ tool: tool.name, detail: defect.detail }, "a tool call failed");
    return refused(defect);
  }
}

const KINDS = Object.entries(OBSERVATION_KINDS).map(([kind, { meaning, example }]) => ({ kind, meaning, example }));

const RESOURCES = [
  {
    name: "observation-kinds",
    title: "Kinds of structured observations, each with an example",
    mimeType: "application/json",
    read: () => JSON.stringify(KINDS),
  },
  {
    name: "errors",
    title: "Error codes and reasons, each with its cause and remedy",
    mimeType: "application/json",
    read: () => JSON.stringify({ codes: ERRORS, reasons: REASONS }),
  },
  {
    name: "contract",
    title: "The contract: request, response and errors",
    mimeType: "text/markdown",
    read: ({ config }: ConsoleContext) => readReference(config),
  },
];

const COMPOSING = `Compose one forecast question as a request for the forecasting gateway.
1. Question (task.instructions): one event, one place, one deadline. A reader without other documents understands it.
2. Options (task.criteria): 2 to 20, mutually exclusive and exhaustive. Describe each one; add "other" if something may be missing. List ordered options from lowest to highest.
3. Resolution (task.resolution): name the source that decides, and the rule for corrections and delays. Any two people must reach the same result. resolves_at has a time zone and lies after the event can be known.
4. Cutoff (input.as_of): the present time. Nothing in the request may have become known later.
5. Evidence (input.context): dated observations with the time at which each became known. Prefer numbers: forecasts of others, counts of comparable cases, measurements with a partition. See the resource forecasting-gateway://observation-kinds. Quote texts and name their source; never invent one.
6. No leakage: no observation may state or imply the outcome.
Write the request as JSON, call check_request until nothing can be fixed, then call predict once.`;
