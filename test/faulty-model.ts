import type { IncomingMessage, ServerResponse } from "node:http";
import type { ModelRequest } from "#server/models/http/http-model.ts";
import { type Listening, listen, readText } from "./listen.ts";

/** Responds to a forecast request, whose body has been parsed. */
export type Behaviour = (response: ServerResponse, requests: ModelRequest) => void;

type Check = (response: ServerResponse) => void;

/** An HTTP model server whose responses a test controls. */
export interface FaultyModel extends Omit<Listening, "origin"> {
  /** Value for MODEL_URL. */
  readonly url: string;
  /** Sets how later requests are answered. Readiness checks get a 200 by default. */
  behave(predict: Behaviour, ready?: Check): void;
  readonly requests: readonly { readonly headers: IncomingMessage["headers"]; readonly body: ModelRequest }[];
  checks(): number;
}

export const TIMING = { model_queue_ms: 0, inference_ms: 0, load_ms: 0, cold_start: false };

/** Returns a valid answer that gives the first option of the request a probability of 1. */
export function rightAnswer({ task }: ModelRequest) {
  const options = Object.keys(task.criteria);
  const probabilities = Object.fromEntries(options.map((option, index) => [option, index === 0 ? 1 : 0]));
  return { model_version: `r13-c@${"a".repeat(40)}`, probabilities, timing: TIMING };
}

export const answerRight: Behaviour = (response, requests) => sendJson(response, rightAnswer(requests));

export const withStatus =
  (status: number, headers: Record<string, string> = {}): Check =>
  (response) => {
    response.writeHead(status, headers).end("upstream says: secret at /srv/model.py:12");
  };

export function sendJson(response: ServerResponse, body: object): void {
  response.setHeader("content-type", "application/json").end(JSON.stringify(body));
}

export async function startFaultyModel(): Promise<FaultyModel> {
  let predict = answerRight;
  let ready: Check = withStatus(200);
  let checks = 0;
  const requests: { headers: IncomingMessage["headers"]; body: ModelRequest }[] = [];
  const { origin, ...listening } = await listen(async (request, response) => {
    const { url, method, headers } = request;
    const text = await readText(request);
    if (text === undefined) return;
    if (method === "GET" && url === "/v/health/ready") {
      checks++;
      ready(response);
    } else if (method === "POST" && url === "/v/predict") {
      const body: ModelRequest = JSON.parse(text);
      requests.push({ headers, body });
      predict(response, body);
    } else {
      withStatus(404)(response);
    }
  });
  return {
    ...listening,
    url: `${origin}/v`,
    behave(nextPredict, nextReady = withStatus(200)) {
      predict = nextPredict;
      ready = nextReady;
    },
    requests,
    checks: () => checks,
  };
}
