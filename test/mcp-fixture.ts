import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  fromJsonSchema,
  type InputRequests,
  inputRequired,
  McpServer,
  ResourceTemplate,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";

/** The tools, resources and prompts that the scenarios of @modelcontextprotocol/conformance call by name. */

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
const WAV = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";
const codec = createRequestStateCodec<Record<string, unknown>>({ key: crypto.getRandomValues(new Uint8Array(32)) });

const text = (words: string) => ({ type: "text" as const, text: words });
const image = { type: "image" as const, data: PNG, mimeType: "image/png" };
const resource = (uri: string) => ({
  type: "resource" as const,
  resource: { uri, mimeType: "text/plain", text: "text" },
});
const ask = (name: string, type: "string" | "boolean" = "string") =>
  inputRequired.elicit({
    message: `What is the ${name}?`,
    requestedSchema: {
      type: "object",
      properties: { [name]: type === "string" ? { type } : { type } },
      required: [name],
    },
  });
const complete = (prompt: string) =>
  inputRequired.createMessage({ messages: [{ role: "user", content: text(prompt) }], maxTokens: 50 });
const inputOf = (context: ServerContext, key: string, name: string) =>
  acceptedContent<Record<string, unknown>>(context.mcpReq.inputResponses, key)?.[name];

type Run = (context: ServerContext) => object | Promise<object>;

const TOOLS: Readonly<Record<string, Run>> = {
  test_simple_text: () => text("This is a simple text response for testing."),
  test_image_content: () => image,
  test_audio_content: () => ({ type: "audio", data: WAV, mimeType: "audio/wav" }),
  test_embedded_resource: () => resource("test://embedded-resource"),
  test_multiple_content_types: () => ({
    content: [text("Multiple content types test:"), image, resource("test://mixed-content-resource")],
  }),
  test_streaming_elicitation: () => text("no request"),
  test_error_handling() {
    throw new Error("This tool intentionally returns an error for testing");
  },
  async test_logging_tool({ mcpReq }) {
    await mcpReq.log("info", "only sent if the request sets a level");
    return text("logged");
  },
  async test_tool_with_logging({ mcpReq }) {
    for (const data of ["started", "working", "completed"])
      await mcpReq.notify({ method: "notifications/message", params: { level: "info", data } });
    return text("logged");
  },
  async test_tool_with_progress({ mcpReq }) {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of progressToken === undefined ? [] : [0, 50, 100])
      await mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken: progressToken ?? 0, progress, total: 100 },
      });
    return text(String(progressToken));
  },
  test_missing_capability: () => inputRequired({ inputRequests: { answer: complete("Say pong") } }),
  test_input_required_result_elicitation(context) {
    const name = inputOf(context, "user_name", "name");
    return typeof name === "string"
      ? text(`Hello, ${name}!`)
      : inputRequired({ inputRequests: { user_name: ask("name") } });
  },
  test_input_required_result_sampling: ({ mcpReq }) =>
    mcpReq.inputResponses?.capital_question === undefined
      ? inputRequired({ inputRequests: { capital_question: complete("What is the capital of France?") } })
      : text("completed"),
  test_input_required_result_list_roots: ({ mcpReq }) =>
    mcpReq.inputResponses?.client_roots === undefined
      ? inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
      : text("listed"),
  async test_input_required_result_request_state(context) {
    return inputOf(context, "confirm", "ok") === undefined
      ? inputRequired({ inputRequests: { confirm: ask("ok", "boolean") }, requestState: await codec.mint({}) })
      : text("state-ok");
  },
  async test_input_required_result_tampered_state(context) {
    return context.mcpReq.requestState() === undefined || inputOf(context, "confirm", "ok") === undefined
      ? inputRequired({ inputRequests: { confirm: ask("ok", "boolean") }, requestState: await codec.mint({}) })
      : text("integrity-ok");
  },
  async test_input_required_result_multiple_inputs({ mcpReq }) {
    if (mcpReq.inputResponses?.greeting !== undefined) return text("all inputs received");
    const client_roots = inputRequired.listRoots();
    const inputRequests = { user_name: ask("name"), greeting: complete("Generate a greeting"), client_roots };
    return inputRequired({ inputRequests, requestState: await codec.mint({}) });
  },
  async test_input_required_result_multi_round({ mcpReq }) {
    const round = Number(mcpReq.requestState<Record<string, unknown>>()?.round ?? 0) + 1;
    if (round > 2) return text("Multi-round complete");
    const inputRequests = round === 1 ? { step1: ask("name") } : { step2: ask("color") };
    return inputRequired({ inputRequests, requestState: await codec.mint({ round }) });
  },
  test_input_required_result_capabilities({ mcpReq }) {
    if (mcpReq.inputResponses !== undefined) return text("fulfilled");
    const declared: Readonly<Record<string, unknown>> = Object(Object(mcpReq.envelope)[CLIENT_CAPABILITIES_META_KEY]);
    const inputRequests: InputRequests = {
      ...(declared.elicitation !== undefined && { user_name: ask("name") }),
      ...(declared.sampling !== undefined && { greeting: complete("Generate a greeting") }),
      ...(declared.roots !== undefined && { client_roots: inputRequired.listRoots() }),
    };
    return Object.keys(inputRequests).length === 0 ? text("no capability") : inputRequired({ inputRequests });
  },
};

export function createFixture(): McpServer {
  const server = new McpServer(
    { name: "conformance fixture", version: "1" },
    {
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false },
        prompts: { listChanged: false },
        logging: {},
      },
      requestState: { verify: codec.verify },
    },
  );
  for (const [name, run] of Object.entries(TOOLS)) {
    server.registerTool(name, { description: name, inputSchema: z.object({}) }, async (_, context) => {
      const result = await run(context);
      return ("type" in result ? { content: [result] } : result) as { content: [] };
    });
  }
  const region = { type: "string", "x-mcp-header": "Region" };
  const inputSchema = fromJsonSchema<{ region?: string }>({ type: "object", properties: { region } });
  server.registerTool("test_x_mcp_header", { description: "mirrors an argument", inputSchema }, (args) => ({
    content: [text(`region=${args.region}`)],
  }));
  server.registerResource("static-text", "test://static-text", { mimeType: "text/plain" }, ({ href: uri }) => ({
    contents: [{ uri, mimeType: "text/plain", text: "This is the content of the static text resource." }],
  }));
  server.registerResource("static-binary", "test://static-binary", { mimeType: "image/png" }, ({ href: uri }) => ({
    contents: [{ uri, mimeType: "image/png", blob: PNG }],
  }));
  const template = new ResourceTemplate("test://template/{id}/data", { list: undefined });
  server.registerResource("template", template, { mimeType: "application/json" }, ({ href: uri }, { id }) => ({
    contents: [{ uri, mimeType: "application/json", text: JSON.stringify({ id, templateTest: true }) }],
  }));
  const say = (...content: (ReturnType<typeof text> | typeof image | ReturnType<typeof resource>)[]) => ({
    messages: content.map((each) => ({ role: "user" as const, content: each })),
  });
  server.registerPrompt("test_simple_prompt", { description: "x" }, () =>
    say(text("This is a simple prompt for testing.")),
  );
  const argsSchema = z.object({ arg1: z.string(), arg2: z.string() });
  server.registerPrompt("test_prompt_with_arguments", { description: "x", argsSchema }, ({ arg1, arg2 }) =>
    say(text(`arg1='${arg1}', arg2='${arg2}'`)),
  );
  server.registerPrompt(
    "test_prompt_with_embedded_resource",
    { description: "x", argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => say(resource(resourceUri), text("Process it.")),
  );
  server.registerPrompt("test_prompt_with_image", { description: "x" }, () => say(image, text("Analyse it.")));
  server.registerPrompt(
    "test_input_required_result_prompt",
    { description: "x", argsSchema: z.object({}) },
    (_, context) => {
      const given = inputOf(context, "user_context", "context");
      return given === undefined
        ? inputRequired({ inputRequests: { user_context: ask("context") } })
        : say(text(`Use the following context: ${given}`));
    },
  );
  return server;
}
