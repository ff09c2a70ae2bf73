import type { IncomingMessage, ServerResponse } from "node:http";
import { openaiShape, type Said, vllmShape } from "./completions.ts";
import { sendJson, withStatus } from "./faulty-model.ts";
import { type Listening, listen, readText } from "./listen.ts";

/** The parts of a chat completion request that tests inspect. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly response_format?: { readonly json_schema: { readonly strict: boolean; readonly schema: object } };
  readonly logprobs?: boolean;
  readonly [other: string]: unknown;
}

/** How a language model server handles a forecast's call. `call` counts from 0. */
export type Completing = (response: ServerResponse, requests: ChatRequest, call: number) => void;

/** A real server that speaks the protocol, as good or as bad as a test wants it. */
export interface LanguageModel extends Omit<Listening, "origin"> {
  /** For MODEL_URL. */
  readonly url: string;
  /** Sets the behaviour from now on and resets the call count. */
  behave(complete: Completing): void;
  /** What it says to the calls that try what it can do, and what models it lists, null for none that is a list. */
  answerTrials(trial: Completing): void;
  list(models: readonly string[] | null): void;
  /** The calls of forecasts since the behaviour was set. */
  readonly requests: readonly {
    readonly headers: IncomingMessage["headers"];
    readonly text: string;
    readonly body: ChatRequest;
  }[];
}

export const MODEL = "a-model";

/** The content of a call's one line of data. */
export function dataOf({ messages }: ChatRequest) {
  const [, line = ""] = messages.at(-1)?.content.split("\n") ?? [];
  return JSON.parse(line);
}

/** The probability that the model gives each option, by description; 0 for others. */
export type Belief = Readonly<Record<string, number>>;

/** The thousandths for the requested labels, with a bias for the first of them. */
export function perMilleOf(requests: ChatRequest, belief: Belief, bias = 0): Record<string, number> {
  const options: [string, { description: string }][] = Object.entries(dataOf(requests).options);
  const share = bias / options.length;
  return Object.fromEntries(
    options.map(([label, { description }], index) => {
      return [label, (belief[description] ?? 0) * 1000 - share + (index === 0 ? bias : 0)];
    }),
  );
}

/** States its belief as numbers or as token probabilities. */
export function believing(belief: Belief, shape: (completion: Said) => object = vllmShape, bias = 0): Completing {
  return (response, requests) => {
    const stated = perMilleOf(requests, belief, bias);
    const top = Object.entries(stated).map(([label, number]): [string, number] => [label, number / 1000]);
    sendJson(
      response,
      shape(
        requests.logprobs === true
          ? { content: "A", finish_reason: "length", top }
          : { content: JSON.stringify(stated) },
      ),
    );
  };
}

/** The same answer to every call. */
export const saying =
  (completion: Said, shape: (answer: Said) => object = vllmShape): Completing =>
  (response) =>
    sendJson(response, shape(completion));

/** A server that supports everything. */
const ableToAll: Completing = (response, { logprobs }) => {
  const answer =
    logprobs === true ? { content: "Hello", top: [["Hello", 0.9] as const] } : { content: '{"A":1,"B":2}' };
  sendJson(response, vllmShape(answer));
};

/** A server that supports nothing that is tested. */
export const ableToNothing: Completing = saying({ content: "Hello!" }, openaiShape);

export async function startLanguageModel(): Promise<LanguageModel> {
  let complete: Completing = withStatus(500);
  let trial = ableToAll;
  let models: readonly string[] | null = [MODEL];
  const requests: { headers: IncomingMessage["headers"]; text: string; body: ChatRequest }[] = [];
  const { origin, ...listening } = await listen(async (request, response) => {
    const { url, method, headers } = request;
    const text = await readText(request);
    if (text === undefined) return;
    if (method === "GET" && url === "/v1/models" && models !== null) {
      sendJson(response, { object: "list", data: models.map((id) => ({ id, object: "model" })) });
    } else if (method === "POST" && url === "/v1/chat/completions") {
      const body: ChatRequest = JSON.parse(text);
      if (body.messages.length === 1) trial(response, body, 0);
      else complete(response, body, requests.push({ headers, text, body }) - 1);
    } else {
      withStatus(404)(response);
    }
  });
  return {
    ...listening,
    url: `${origin}/v1`,
    behave(next) {
      complete = next;
      requests.length = 0;
    },
    answerTrials(next) {
      trial = next;
    },
    list(next) {
      models = next;
    },
    requests,
  };
}
