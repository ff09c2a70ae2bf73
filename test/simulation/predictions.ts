import fc from "fast-check";
import { expect, vi } from "vitest";
import { ERRORS } from "#lib/contract/error-table.ts";
import { answerWebRequest } from "#server/gateway/http/web-transport.ts";
import { answerRight, type Behaviour, sendJson, TIMING, withStatus } from "#test/faulty-model.ts";
import { applyEvents } from "./apply-events.ts";
import { anyContent, textOf } from "./catalog.ts";
import { DEADLINE_MS, type Deployment, type LoggedEvent } from "./deployment.ts";
import {
  type Expected,
  expectAnswers,
  MODELS,
  nameOfKey,
  OPENED,
  type Prediction,
  textOfKey,
} from "./expect-answers.ts";
import { FAULTS } from "./faulty-client.ts";
import { command, operate, readEvents } from "./perform.ts";
import type { Credential, Held, Specification } from "./specification.ts";

const DAY_MS = 86_400_000;
/** Until then, another process may still be answering the request that holds a key. */
const ENDS_MS = DEADLINE_MS + 30_000 + 7_000;

/** The setup approves the first input of three questions. */
const mostlyApproved = fc.oneof(
  { weight: 2, arbitrary: fc.record({ question: fc.nat(2), input: fc.constant(0) }) },
  { weight: 1, arbitrary: anyContent },
);

/** A prediction sends up to 4 statements. */
const fault = fc.record({ kind: fc.constantFrom(...FAULTS), after: fc.nat(3) });

/** A caller sends a prediction, which a fault may hit, and may send it again. */
export const predictions = fc
  .record({
    fault: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fault }),
    prediction: fc.record({
      content: mostlyApproved,
      credential: fc.nat(2),
      apiKey: fc.nat(1),
      idempotencyKey: fc.option(fc.nat(1), { nil: undefined }),
      model: fc.oneof({ weight: 3, arbitrary: fc.constant("right" as const) }, fc.constantFrom(...MODELS)),
      isValid: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.constant(false)),
    }),
    times: fc.integer({ min: 1, max: 2 }),
  })
  .map(({ fault, prediction, times }) =>
    command(
      `predict ${times} ×`,
      {
        async run(specification, deployment) {
          if (fault !== undefined) deployment.arm(fault);
          for (let time = 0; time < times; time++) await predict(specification, deployment, prediction);
        },
      },
      { ...prediction, fault },
    ),
  );

async function predict(specification: Specification, deployment: Deployment, prediction: Prediction): Promise<void> {
  const { clock, model } = deployment;
  const credential = specification.credentials[prediction.credential];
  const name = credential && nameOfKey(credential, prediction);
  if (name !== undefined) waitForHolder(specification.held.get(name), deployment);
  const now = clock.wall;
  const expected = expectAnswers(specification, prediction, now);
  const asked = model.requests.length;
  const { result, hit, crashed } = await operate(specification, deployment, () =>
    send(deployment, credential, prediction),
  );
  const added = await readEvents(specification, deployment);

  const events = added.map(({ event }) => event.kind);
  const { status, code, repeats } = result;
  const matches = (one: Expected | undefined) =>
    one?.status === status && one.code === code && one.repeats === repeats && one.events.join() === events.join();
  // A fault may cause a refusal, but never an answer that is not recorded.
  if (!(expected.some(matches) || (hit && status !== 200))) expect({ status, code, repeats, events }).toEqual(expected);
  const mayAsk = expected.some((one) => one.events.includes(OPENED));
  expect(model.requests.length - asked, "requests to the model").toBeLessThanOrEqual(mayAsk ? 1 : 0);

  applyEvents(specification, added);
  if (status === 200) keepBytes(specification, result);
  if (name === undefined || prediction.idempotencyKey === undefined) return;
  if (expected[0]?.status === 401 || !prediction.isValid) return;
  const before = specification.held.get(name);
  const isHeld = before !== undefined && before.expiresAt > now && before.state.kind !== "owed";
  const times = { expiresAt: now + DAY_MS, endsAt: now + ENDS_MS };
  // The claim of this request may have replaced the earlier one, and no event tells.
  if (before?.mayBeFree && isHeld && hit && added.length === 0) {
    specification.held.set(name, { ...before, ...times, contents: [...before.contents, prediction.content] });
    return;
  }
  const isRepeated = !events.includes(OPENED) && (hit || !matches(expected.at(-1)));
  if (isHeld && (!before.mayBeFree || isRepeated)) return;
  const infers = model.requests.length > asked && expected.some((one) => one.infers === true);
  const key = keyAfter(added, { infers, hit, crashed });
  if (key === undefined) specification.held.delete(name);
  else specification.held.set(name, { contents: [prediction.content], ...times, ...key });
}

/** With several processes, a request waits for the process that holds its key. */
function waitForHolder(held: Held | undefined, { clock, store }: Deployment): void {
  const isWaiting = held?.state.kind === "unknown";
  if (store === "embedded" || !isWaiting || clock.wall >= held.endsAt) return;
  clock.pass(held.endsAt - clock.wall);
}

/** The key after the request that claimed it; undefined if it is free. */
function keyAfter(
  added: readonly LoggedEvent[],
  { infers, hit, crashed }: { infers: boolean; hit: boolean; crashed: boolean },
): Pick<Held, "state" | "mayBeFree"> | undefined {
  for (const { event } of added) {
    if (event.kind === "prediction.answered") {
      return { state: { kind: "answered", requestId: event.request_id }, mayBeFree: false };
    }
    if (event.kind !== "prediction.failed") continue;
    expect(event.asked, "an inference in the log").toBe(infers);
    const { code } = event;
    return infers ? { state: { kind: "failed", status: ERRORS[code].status, code }, mayBeFree: false } : undefined;
  }
  const isOpened = added.some(({ event }) => event.kind === OPENED);
  if (isOpened) return infers || crashed ? { state: { kind: "unknown" }, mayBeFree: false } : undefined;
  if (added.length > 0 || !hit) return undefined;
  return crashed ? { state: { kind: "unknown" }, mayBeFree: true } : { state: { kind: "owed" }, mayBeFree: false };
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

async function send(
  deployment: Deployment,
  credential: Credential | undefined,
  { content, apiKey, idempotencyKey, model: behaviour, isValid }: Prediction,
): Promise<Sent> {
  const { gateway, model } = deployment;
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
  const response = await (behaviour === "late" ? passDeadline(deployment, post) : post());
  const text = await response.text();
  const { request_id: requestId, error } = JSON.parse(text);
  const isReplay = response.headers.get("idempotency-replayed") === "true" && response.ok;
  return { status: response.status, code: error?.code, repeats: isReplay ? requestId : undefined, requestId, text };
}
