import type { IncomingMessage, ServerResponse } from "node:http";
import { TEST_QUESTION } from "#server/models/llm/test-forecast.ts";
import { type Said, vllmShape } from "./completions.ts";
import { sendJson, withStatus } from "./faulty-model.ts";
import { type Listening, listen, readText } from "./listen.ts";

export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly response_format?: { readonly json_schema: { readonly strict: boolean; readonly schema: object } };
  readonly logprobs?: boolean;
  readonly [other: string]: unknown;
}

/** Responds to a chat completion request. `call` is the number of the request, from 0. */
export type Completing = (response: ServerResponse, requests: ChatRequest, call: number) => void;

/** An HTTP server with OpenAI's chat completion protocol, whose responses a test controls. */
export interface LanguageModel extends Omit<Listening, "origin"> {
  /** Value for MODEL_URL. */
  readonly url: string;
  /** Sets how later forecast requests are answered, and empties `requests`. */
  behave(complete: Completing): void;
  /** Sets the responses to the short calls that decide the readiness. */
  answerTrials(trial: Completing): void;
  /** Sets the models in GET /v1/models; null makes that endpoint respond with 404. */
  list(models: readonly string[] | null): void;
  /** Forecast requests since the last call of `behave`, without the adapter's own calls. */
  readonly requests: readonly {
    readonly headers: IncomingMessage["headers"];
    readonly text: string;
    readonly body: ChatRequest;
  }[];
}

export const MODEL = "a-model";

/** Parses the JSON data in a forecast prompt: the second line of the last message. */
export function dataOf({ messages }: ChatRequest) {
  const [, line = ""] = messages.at(-1)?.content.split("\n") ?? [];
  return JSON.parse(line);
}

/** The model's probability of each option, by the option's description; 0 for options that are not listed. */
export type Belief = Readonly<Record<string, number>>;

/** Returns the belief in per mille for each option label in the prompt, biased towards the first label by `bias`. */
export function perMilleOf(requests: ChatRequest, belief: Belief, bias = 0): Record<string, number> {
  const options: [string, { description: string }][] = Object.entries(dataOf(requests).options);
  const share = bias / options.length;
  return Object.fromEntries(
    options.map(([label, { description }], index) => {
      return [label, (belief[description] ?? 0) * 1000 - share + (index === 0 ? bias : 0)];
    }),
  );
}

/** Responds with the belief: as token probabilities if the request asks for logprobs, otherwise as JSON numbers. */
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

/** Gives all options of a request the same probability. */
export function indifferent(shape: (completion: Said) => object = vllmShape): Completing {
  return (response, request, call) => {
    const options = Object.values<{ readonly description: string }>(dataOf(request).options);
    const belief = Object.fromEntries(options.map(({ description }) => [description, 1 / options.length]));
    believing(belief, shape)(response, request, call);
  };
}

export const saying =
  (completion: Said, shape: (answer: Said) => object = vllmShape): Completing =>
  (response) =>
    sendJson(response, shape(completion));

/** Whether a request asks for the forecast with which the adapter tests the model. */
export const isTest = (text: string) => text.includes(TEST_QUESTION.task.instructions);

const { no, yes } = TEST_QUESTION.task.criteria;
const TEST_BELIEF = { [no]: 0.4, [yes]: 0.6 };

export async function startLanguageModel(): Promise<LanguageModel> {
  let complete: Completing = withStatus(500);
  let trial: Completing = saying({ content: '{"A":500,"B":500}' });
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
      else if (isTest(text)) believing(TEST_BELIEF, vllmShape)(response, body, 0);
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
