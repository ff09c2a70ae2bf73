import { vi } from "vitest";
import { answerWebRequest } from "#server/gateway/http/transports.ts";
import { answerRight, type Behaviour, sendJson, TIMING, withStatus } from "#test/faulty-model.ts";
import { textOf } from "./catalog.ts";
import { DEADLINE_MS, type Deployment } from "./deployment.ts";
import type { Caller, Prediction } from "./expect-answers.ts";

export interface Sent {
  readonly status: number;
  readonly code: string | undefined;
  readonly requestId: string;
  /** The forecast as JSON text, with the bytes that the caller received. */
  readonly text: string;
  /** Whether the gateway says that it repeats an earlier forecast; undefined in the console, which does not say it. */
  readonly isReplay: boolean | undefined;
}

/** Sends a prediction with an API key, or as a member in the console. */
export async function sendPrediction(
  deployment: Deployment,
  caller: Caller,
  { content, idempotencyKey, model: behaviour, isValid, candidate = "right" }: Prediction,
): Promise<Sent> {
  deployment.candidate.behave(candidate);
  const leaving = new AbortController();
  deployment.model.behave(behaviourOf(behaviour, () => leaving.abort()));
  const body = isValid ? textOf(content).body : "{}";
  const headers: Record<string, string> =
    idempotencyKey === undefined ? {} : { "idempotency-key": `"key-${idempotencyKey}"` };
  const post = caller.isMember
    ? () => postInConsole(deployment, caller.id, body, headers)
    : () => {
        const sent = { ...headers, authorization: `Bearer ${caller.apiKey}` };
        return postWithKey(deployment, { method: "POST", headers: sent, body, signal: leaving.signal });
      };
  return behaviour === "late" ? passDeadline(deployment, post) : post();
}

function behaviourOf(name: Prediction["model"], leave: () => void): Behaviour {
  switch (name) {
    case "right":
      return answerRight;
    case "busy":
      return withStatus(429);
    case "loading":
      return withStatus(503);
    case "garbage":
      return (response) => sendJson(response, { model_version: "?", probabilities: {}, timing: TIMING });
    case "late":
      return () => {};
    case "left":
      return (response, request) => {
        leave();
        setImmediate(() => answerRight(response, request));
      };
  }
}

async function postWithKey({ gateway }: Deployment, init: RequestInit): Promise<Sent> {
  const response = await answerWebRequest(gateway, new Request("http://localhost/v1/predict", init));
  const text = await response.text();
  const { request_id: requestId, error } = JSON.parse(text);
  const isReplay = response.headers.get("idempotency-replayed") === "true";
  return { status: response.status, code: error?.code, requestId, text, isReplay };
}

async function postInConsole(
  deployment: Deployment,
  memberId: string,
  body: string,
  headers: Record<string, string>,
): Promise<Sent> {
  const session = await deployment.session(memberId);
  const reply = await session.post("forecasts.run", body, headers);
  const { result, error } = Object(reply.body);
  const answer = result === undefined ? error.data.answer : result.data;
  return {
    status: reply.status,
    code: answer?.error?.code,
    requestId: answer?.request_id,
    text: JSON.stringify(answer),
    isReplay: undefined,
  };
}

/** Sends a prediction and lets its deadline pass once the model works on it. A fault may answer it earlier. */
async function passDeadline<T>({ clock, model }: Deployment, send: () => Promise<T>): Promise<T> {
  const asked = model.requests.length;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    let isSettled = false;
    const reply = send().finally(() => {
      isSettled = true;
    });
    while (model.requests.length === asked && !isSettled) await new Promise((resolve) => setImmediate(resolve));
    if (!isSettled) {
      clock.pass(DEADLINE_MS);
      vi.advanceTimersByTime(DEADLINE_MS);
    }
    return await reply;
  } finally {
    vi.useRealTimers();
  }
}
