import type { IncomingMessage, ServerResponse } from "node:http";
import { openaiShape, type Said, vllmShape } from "./completions.ts";
import { sendJson, withStatus } from "./faulty-model.ts";
import { type Listening, listen, readText } from "./listen.ts";

/** A chat completion that was asked for, as far as tests look at it. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly response_format?: { readonly json_schema: { readonly strict: boolean; readonly schema: object } };
  readonly logprobs?: boolean;
  readonly [other: string]: unknown;
}

/** What a server of language models does with a forecast's call, once it has read it. `call` counts them from 0. */
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
  /** The calls of forecasts since it was told how to behave. */
  readonly requests: readonly {
    readonly headers: IncomingMessage["headers"];
    readonly text: string;
    readonly body: ChatRequest;
  }[];
}

export const MODEL = "a-model";

/** What was in the one line of data of a call. */
export function dataOf({ messages }: ChatRequest) {
  const [, line = ""] = messages.at(-1)?.content.split("\n") ?? [];
  return JSON.parse(line);
}

/** How probable the model finds each option, by its description; what it is not told of is worth nothing. */
export type Belief = Readonly<Record<string, number>>;

/** The numbers in percent for the labels as they were asked for, more than deserved for the first of them. */
export function percentOf(requests: ChatRequest, belief: Belief, bias = 0): Record<string, number> {
  const options: [string, string][] = Object.entries(dataOf(requests).options);
  const share = bias / options.length;
  return Object.fromEntries(
    options.map(([label, description], index) => {
      return [label, (belief[description] ?? 0) * 100 - share + (index === 0 ? bias : 0)];
    }),
  );
}

/** Says what it believes: in numbers, or in the probabilities of its first token. */
export function believing(belief: Belief, shape: (completion: Said) => object = vllmShape, bias = 0): Completing {
  return (response, requests) => {
    const percent = percentOf(requests, belief, bias);
    const top = Object.entries(percent).map(([label, number]): [string, number] => [label, number / 100]);
    sendJson(
      response,
      shape(
        requests.logprobs === true
          ? { content: "A", finish_reason: "length", top }
          : { content: JSON.stringify(percent) },
      ),
    );
  };
}

/** The same answer to every call. */
export const saying =
  (completion: Said, shape: (answer: Said) => object = vllmShape): Completing =>
  (response) =>
    sendJson(response, shape(completion));

/** A server that can do everything, asked about nothing. */
const ableToAll: Completing = (response, { logprobs }) => {
  const answer =
    logprobs === true ? { content: "Hello", top: [["Hello", 0.9] as const] } : { content: '{"A":1,"B":2}' };
  sendJson(response, vllmShape(answer));
};

/** One that can do nothing of what is tried. */
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
