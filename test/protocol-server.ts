import type { ServerResponse } from "node:http";
import { llamaShape, openaiShape, type Said, vllmShape } from "./completions.ts";
import { sendJson } from "./faulty-model.ts";
import { type ChatRequest, isTest, perMilleOf } from "./language-model.ts";
import { type Listening, listen, readText } from "./listen.ts";

/**
 * An HTTP server that imitates vLLM, llama.cpp or Ollama as documented: error bodies, model lists, context limits, and
 * schema rules that the server does not enforce.
 */
export interface ProtocolServer extends Omit<Listening, "origin"> {
  /** Value for MODEL_URL. */
  readonly url: string;
  change(settings: Partial<Server>): void;
  /** Chat completion requests that the server has accepted. */
  readonly calls: readonly ChatRequest[];
  mostAtOnce(): number;
}

export interface Server {
  readonly kind: "vLLM" | "llama.cpp" | "Ollama";
  readonly apiKey: string | undefined;
  /** Maximum prompt length in tokens; a token is four characters here. */
  readonly contextTokens: number;
  /** The model's status in the model list of llama.cpp's router, which loads the model at its first request. */
  readonly status: "unloaded" | "loading" | "loaded" | "sleeping" | undefined;
  /** Whether GET /v1/models exists. */
  readonly lists: boolean;
  readonly failure: { readonly status: number; readonly type: string; readonly message: string } | undefined;
  /** The model's probabilities of options, by description. */
  readonly belief: Readonly<Record<string, number>>;
  readonly wait: (call: ChatRequest) => Promise<void>;
}

const NAME = "a-model";

const DEFAULTS: Server = {
  kind: "llama.cpp",
  apiKey: undefined,
  contextTokens: 4096,
  status: undefined,
  lists: true,
  failure: undefined,
  belief: {},
  wait: () => Promise.resolve(),
};

export async function startProtocolServer(settings: Partial<Server>): Promise<ProtocolServer> {
  let server = { ...DEFAULTS, ...settings };
  let running = 0;
  let most = 0;
  const calls: ChatRequest[] = [];

  async function complete(response: ServerResponse, call: ChatRequest): Promise<void> {
    if (server.status !== undefined) server = { ...server, status: "loaded" };
    if (server.failure !== undefined) {
      const { status, ...error } = server.failure;
      return sendError(response, status, { error });
    }
    const tokens = Math.ceil(call.messages.reduce((sum, { content }) => sum + content.length, 0) / 4);
    if (tokens > server.contextTokens && server.kind !== "Ollama") {
      return sendError(response, 400, tooLong(server, tokens));
    }
    if (!isTest(JSON.stringify(call))) calls.push(call);
    running++;
    most = Math.max(most, running);
    await server.wait(call);
    running--;
    const shape = { vLLM: vllmShape, "llama.cpp": llamaShape, Ollama: openaiShape }[server.kind];
    sendJson(response, shape(answer(server, call)));
  }

  const { origin, ...listening } = await listen(async (request, response) => {
    const { url, method, headers } = request;
    const text = await readText(request);
    if (text === undefined) return;
    const isList = method === "GET" && url === "/v1/models";
    // llama.cpp serves the model list without an API key.
    const asksKey = server.apiKey !== undefined && !(isList && server.kind === "llama.cpp");
    if (asksKey && headers.authorization !== `Bearer ${server.apiKey}`) {
      return sendError(response, 401, UNAUTHORIZED[server.kind]);
    }
    if (isList && !server.lists) return sendError(response, 404, { error: { message: "secret" } });
    if (isList) {
      const id = server.kind === "Ollama" ? `${NAME}:latest` : NAME;
      const status = server.status === undefined ? {} : { status: { value: server.status, args: ["llama-server"] } };
      return sendJson(response, { object: "list", data: [{ id, object: "model", owned_by: "library", ...status }] });
    }
    await complete(response, JSON.parse(text));
  });
  return {
    ...listening,
    url: `${origin}/v1`,
    change(next) {
      server = { ...server, ...next };
    },
    calls,
    mostAtOnce: () => most,
  };
}

/** Answers a forecast request from `belief`, or a short call, which has a single message. */
function answer({ kind, belief }: Server, call: ChatRequest): Said {
  if (call.logprobs === true) {
    // Ollama ignores `logprobs` and returns no token probabilities.
    return kind === "Ollama" ? { content: "A" } : { content: "A", finish_reason: "length", top: [["A", 1]] };
  }
  if (call.messages.length > 1) return { content: JSON.stringify(perMilleOf(call, belief)) };
  return { content: '{"A":0,"B":1000}' };
}

const UNAUTHORIZED = {
  vLLM: { error: "Unauthorized" },
  "llama.cpp": { error: { code: 401, message: "Invalid API Key: secret", type: "authentication_error" } },
  Ollama: { error: { message: "unauthorized: secret", type: "api_error", param: null, code: null } },
};

function tooLong({ kind, contextTokens }: Server, tokens: number): object {
  if (kind === "vLLM") {
    const message = `This model's maximum context length is ${contextTokens} tokens. However, your request has ${tokens} input tokens. secret`;
    return { error: { message, type: "BadRequestError", param: "input_tokens", code: 400 } };
  }
  const message = "the request exceeds the available context size, try increasing it. secret";
  const counts = { n_prompt_tokens: tokens, n_ctx: contextTokens };
  return { error: { code: 400, message, type: "exceed_context_size_error", ...counts } };
}

function sendError(response: ServerResponse, status: number, body: object): void {
  response.statusCode = status;
  sendJson(response, body);
}
