import fc from "fast-check";
import { expect } from "vitest";
import { ERRORS } from "#lib/contract/error-table.ts";
import { answerWebRequest } from "#server/gateway/http/web-transport.ts";
import { answerRight, type Behaviour, sendJson, TIMING, withStatus } from "#test/faulty-model.ts";
import { type Content, INPUTS, nameOf, QUESTIONS, textOf } from "./catalog.ts";
import { passTime } from "./clock.ts";
import { DEADLINE_MS, type Deployment, type LoggedEvent } from "./deployment.ts";
import { command, readEvents } from "./perform.ts";
import { applyEvents, type Credential, type Held, isSentForReview, type Specification } from "./specification.ts";

const DAY_MS = 86_400_000;
/** Until then, another process may still be answering the request that holds a key. */
const ENDS_MS = DEADLINE_MS + 30_000 + 7_000;

/** Behaviours of the model; `left`: the caller leaves while the model works. */
const MODELS = ["right", "busy", "loading", "garbage", "late", "left"] as const;

interface Prediction {
  readonly content: Content;
  readonly credential: number;
  /** The index of its key: 0 is the newest. */
  readonly apiKey: number;
  readonly idempotencyKey: number | undefined;
  readonly model: (typeof MODELS)[number];
  readonly isValid: boolean;
}

interface Expected {
  readonly status: number;
  readonly code?: string;
  readonly events: readonly string[];
  /** The request id of the earlier forecast that is repeated. */
  readonly repeats?: string;
  /** Whether the model is asked and does not decline. */
  readonly infers?: boolean;
}

const OPENED = "prediction.opened";
const FAILED = [OPENED, "prediction.failed"];
const REFUSED = ["prediction.refused"];

const IF_ASKED: Readonly<Record<Prediction["model"], Expected>> = {
  right: { status: 200, events: [OPENED, "prediction.answered"], infers: true },
  busy: { status: 429, code: "QUEUE_FULL", events: FAILED },
  loading: { status: 503, code: "MODEL_NOT_READY", events: FAILED },
  garbage: { status: 502, code: "INVALID_MODEL_RESPONSE", events: FAILED, infers: true },
  late: { status: 504, code: "MODEL_TIMEOUT", events: FAILED, infers: true },
  left: { status: 504, code: "MODEL_TIMEOUT", events: FAILED, infers: true },
};

function textOfKey({ keys }: Credential, apiKey: number): string | undefined {
  return keys.at(-1 - (apiKey % Math.max(1, keys.length)))?.text;
}

function mayUse(credential: Credential, apiKey: number, now: number): boolean {
  const key = credential.keys.find(({ text }) => text === textOfKey(credential, apiKey));
  return key !== undefined && !credential.revoked && key.until > now;
}

function nameOfKey({ id }: Credential, { idempotencyKey }: Prediction): string {
  return `${id} ${idempotencyKey}`;
}

/** The answers that the contract permits: one, unless a crash left it unclear whether the key is spent. */
function expectAnswers(specification: Specification, prediction: Prediction, now: number): readonly Expected[] {
  const { content } = prediction;
  const credential = specification.credentials[prediction.credential];
  if (credential === undefined || !mayUse(credential, prediction.apiKey, now)) {
    return [{ status: 401, code: "UNAUTHORIZED", events: [] }];
  }
  if (!prediction.isValid) return [{ status: 422, code: "INVALID_REQUEST", events: REFUSED }];
  const { idempotencyKey } = prediction;
  const held = idempotencyKey === undefined ? undefined : specification.held.get(nameOfKey(credential, prediction));
  if (held === undefined || held.expiresAt <= now) return [expectFresh(specification, prediction)];
  const repeated = expectHeld(specification, held, content);
  return held.state.kind === "unclear" ? [repeated, expectFresh(specification, prediction)] : [repeated];
}

function expectHeld(specification: Specification, { content, state }: Held, asked: Content): Expected {
  if (nameOf(content) !== nameOf(asked)) return { status: 422, code: "INVALID_REQUEST", events: REFUSED };
  if (state.kind === "failed") return { status: state.status, code: state.code, events: [] };
  const answered = state.kind === "answered" ? specification.forecasts.get(state.requestId) : undefined;
  // Only a clock that was set back makes a key outlive the archive of its forecast.
  if (answered === undefined || answered.archived) return { status: 504, code: "MODEL_TIMEOUT", events: REFUSED };
  return { status: 200, events: [], repeats: answered.requestId };
}

function expectFresh(specification: Specification, { content, idempotencyKey, model }: Prediction): Expected {
  const isBound = specification.bound.has(content.question);
  if (isBound && specification.approved.has(nameOf(content))) {
    // A caller with a key can ask again, so the inference goes on without it.
    return IF_ASKED[model === "left" && idempotencyKey !== undefined ? "right" : model];
  }
  const created = isSentForReview(specification, content) ? ["submission.created"] : [];
  const code = isBound ? "INPUT_QUALITY_UNVERIFIED" : "TASK_NOT_SUPPORTED";
  return { status: 422, code, events: [...REFUSED, ...created] };
}

const content = fc.record({ question: fc.nat(QUESTIONS - 1), input: fc.nat(INPUTS - 1) });

export const predictions = fc
  .record({
    content,
    credential: fc.nat(2),
    apiKey: fc.nat(1),
    idempotencyKey: fc.option(fc.nat(3), { nil: undefined }),
    model: fc.oneof({ weight: 3, arbitrary: fc.constant("right" as const) }, fc.constantFrom(...MODELS)),
    isValid: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.constant(false)),
  })
  .map((prediction) =>
    command("predict", prediction, {
      run: (specification, deployment) => predict(specification, deployment, prediction),
    }),
  );

async function predict(specification: Specification, deployment: Deployment, prediction: Prediction): Promise<void> {
  const { clock, model } = deployment;
  const credential = specification.credentials[prediction.credential];
  const name = credential && nameOfKey(credential, prediction);
  if (name !== undefined) waitForHolder(specification.held.get(name), deployment);
  const now = clock.wall;
  const expected = expectAnswers(specification, prediction, now);
  const asked = model.requests.length;
  const { result, hit, crashed } = await deployment.run(() => send(deployment, credential, prediction));
  const added = await readEvents(specification, deployment);

  const events = added.map(({ event }) => event.kind);
  const { status, code, repeats } = result;
  const permitted = expected.map(({ infers: _, ...one }) => ({ code: undefined, repeats: undefined, ...one }));
  // A fault may cause a refusal, but never an answer that is not recorded.
  if (!hit || status === 200) expect(permitted).toContainEqual({ status, code, events, repeats });
  const mayAsk = expected.some((one) => one.events.includes(OPENED));
  expect(model.requests.length - asked, "requests to the model").toBeLessThanOrEqual(mayAsk ? 1 : 0);

  applyEvents(specification, added);
  if (status === 200) keepBytes(specification, result);
  if (name === undefined || prediction.idempotencyKey === undefined) return;
  if (expected[0]?.status === 401 || !prediction.isValid) return;
  const before = specification.held.get(name);
  if (before !== undefined && before.expiresAt > now && before.state.kind !== "unclear") return;
  const infers = model.requests.length > asked && expected.some((one) => one.infers === true);
  const state = stateAfter(added, { isTimeout: code === "MODEL_TIMEOUT", infers, crashed });
  if (state === undefined) specification.held.delete(name);
  else {
    const { content } = prediction;
    specification.held.set(name, { content, expiresAt: now + DAY_MS, endsAt: now + ENDS_MS, state });
  }
}

/** With several processes, a request waits for the process that holds its key. */
function waitForHolder(held: Held | undefined, { clock, store }: Deployment): void {
  const isWaiting = held?.state.kind === "unknown" || held?.state.kind === "unclear";
  if (store === "embedded" || !isWaiting || clock.wall >= held.endsAt) return;
  passTime(clock, held.endsAt - clock.wall);
}

/** The state of a key after the request that claimed it; undefined if the key is free. */
function stateAfter(
  added: readonly LoggedEvent[],
  { isTimeout, infers, crashed }: { isTimeout: boolean; infers: boolean; crashed: boolean },
): Held["state"] | undefined {
  for (const { event } of added) {
    if (event.kind === "prediction.answered") return { kind: "answered", requestId: event.request_id };
    if (event.kind !== "prediction.failed") continue;
    const { code, asked } = event;
    return asked ? { kind: "failed", status: ERRORS[code].status, code } : undefined;
  }
  const isOpened = added.some(({ event }) => event.kind === OPENED);
  if (isOpened) return infers || crashed ? { kind: "unknown" } : undefined;
  if (isTimeout) return { kind: "unknown" };
  return crashed && added.length === 0 ? { kind: "unclear" } : undefined;
}

interface Sent {
  readonly status: number;
  readonly code: string | undefined;
  /** The request id of an earlier forecast, if the answer repeats it. */
  readonly repeats: string | undefined;
  readonly requestId: string;
  readonly text: string;
}

/** An answer that is repeated has the bytes of the first one. */
function keepBytes({ forecasts }: Specification, { requestId, text }: Sent): void {
  const forecast = forecasts.get(requestId);
  if (forecast === undefined) throw new Error(`the answer ${requestId} was not recorded`);
  forecast.body ??= text;
  expect(text).toBe(forecast.body);
}

async function send(
  { gateway, model, passDeadline }: Deployment,
  credential: Credential | undefined,
  { content, apiKey, idempotencyKey, model: behaviour, isValid }: Prediction,
): Promise<Sent> {
  const caller = new AbortController();
  const behaviours: Readonly<Record<Prediction["model"], Behaviour>> = {
    right: answerRight,
    busy: withStatus(429),
    loading: withStatus(503),
    garbage: (response) => sendJson(response, { model_version: "?", probabilities: {}, timing: TIMING }),
    late: () => {},
    left(response, request) {
      caller.abort();
      setImmediate(() => answerRight(response, request));
    },
  };
  model.behave(behaviours[behaviour]);
  const headers: Record<string, string> = { authorization: `Bearer ${credential && textOfKey(credential, apiKey)}` };
  if (idempotencyKey !== undefined) headers["idempotency-key"] = `"key-${idempotencyKey}"`;
  const post = async () => {
    const body = isValid ? textOf(content).body : "{}";
    const request = new Request("http://localhost/v1/predict", {
      method: "POST",
      headers,
      body,
      signal: caller.signal,
    });
    return answerWebRequest(gateway, request);
  };
  const response = await (behaviour === "late" ? passDeadline(post) : post());
  const text = await response.text();
  const { request_id: requestId, error } = JSON.parse(text);
  const isReplay = response.headers.get("idempotency-replayed") === "true" && response.ok;
  return { status: response.status, code: error?.code, repeats: isReplay ? requestId : undefined, requestId, text };
}
