import fc from "fast-check";
import { expect } from "vitest";
import { ERRORS } from "#lib/contract/error-table.ts";
import { applyEvents } from "./apply-events.ts";
import { anyContent } from "./catalog.ts";
import { command } from "./command.ts";
import type { Deployment } from "./deployment.ts";
import {
  type Caller,
  type Expected,
  expectAnswers,
  findCaller,
  MODELS,
  nameOfKey,
  OPENED,
  type Prediction,
} from "./expect-answers.ts";
import { FAULTS } from "./faulty-client.ts";
import type { LoggedEvent } from "./followed-log.ts";
import { idOf, operate, readEvents } from "./perform.ts";
import { type Sent, sendPrediction } from "./send-prediction.ts";
import { CANDIDATES } from "./simulated-candidate.ts";
import type { Held, Specification } from "./specification.ts";

const DAY_MS = 86_400_000;

/** The setup approves the first input of three questions. */
const mostlyApproved = fc.oneof(
  { weight: 2, arbitrary: fc.record({ question: fc.nat(2), input: fc.constant(0) }) },
  { weight: 1, arbitrary: anyContent },
);

/** A prediction sends up to 4 statements, and the console 3 for the session. */
const fault = fc.record({
  kind: fc.constantFrom(...FAULTS),
  after: fc.oneof({ weight: 2, arbitrary: fc.nat(3) }, fc.nat(6)),
});

const mostly = <T>(usual: T, others: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: others });

/** A caller sends a prediction, which a fault may hit, and may send it again, or several times at once. */
export const predict = command({
  name: "predict",
  weight: 30,
  parameters: fc.record({
    content: mostlyApproved,
    caller: mostly(0, fc.nat(4)),
    apiKey: fc.nat(1),
    idempotencyKey: fc.option(fc.nat(9), { nil: undefined }),
    model: fc.oneof(fc.constant("right" as const), fc.constantFrom(...MODELS)),
    isValid: mostly(true, mostly(true, fc.constant(false))),
    candidate: mostly("right" as const, fc.constantFrom(...CANDIDATES)),
    fault: fc.option(fault, { nil: undefined, freq: 2 }),
    times: fc.integer({ min: 1, max: 3 }),
    isTogether: mostly(false, fc.constant(true)),
  }),
  check: (specification, prediction) => findCaller(specification, prediction, 0) !== undefined,
  async run(specification, deployment, { fault, times, isTogether, ...prediction }) {
    if (fault !== undefined) deployment.arm(fault);
    // After a fault, the database may still execute the statements of the other requests on the same connection.
    const canBeTogether = !deployment.isArmed && !["late", "left"].includes(prediction.model);
    if (isTogether && canBeTogether) await send(specification, deployment, prediction, times);
    else for (let time = 0; time < times; time++) await send(specification, deployment, prediction, 1);
  },
});

/** Sends a prediction several times at once. The answers are those of one request after another. */
async function send(
  specification: Specification,
  deployment: Deployment,
  prediction: Prediction,
  times: number,
): Promise<void> {
  const { clock, model } = deployment;
  const caller = findCaller(specification, prediction, clock.wall);
  if (caller === undefined) return;
  if (prediction.idempotencyKey !== undefined) {
    await endHolder(specification.held.get(nameOfKey(caller, prediction.idempotencyKey)), deployment);
  }
  // Opens the session before a fault can prevent it.
  if (caller.isMember) await deployment.session(caller.id);
  const asked = model.requests.length;
  const { result, hit, crashed } = await operate(specification, deployment, () =>
    Promise.all(Array.from({ length: times }, () => sendPrediction(deployment, caller, prediction))),
  );
  let added: readonly LoggedEvent[] = await readEvents(specification, deployment);
  let asks = model.requests.length - asked;
  // The requests that recorded events came first.
  for (const sent of orderBy(result, ({ requestId }) => !added.some(({ event }) => idOf(event) === requestId))) {
    const others = result.filter((one) => one !== sent).map(({ requestId }) => requestId);
    const own = added.filter(({ event }) => idOf(event) === sent.requestId || !others.includes(idOf(event)));
    added = added.filter((one) => !own.includes(one));
    if (checkAnswer(specification, clock.wall, { caller, prediction, sent, added: own, hit, crashed, asks })) asks--;
  }
  expect(added, "events of no request").toEqual([]);
  expect(asks, "requests to the model without an inference").toBe(0);
}

function orderBy<T>(list: readonly T[], isLast: (one: T) => boolean): readonly T[] {
  return [...list.filter((one) => !isLast(one)), ...list.filter(isLast)];
}

interface Answered {
  readonly caller: Caller;
  readonly prediction: Prediction;
  readonly sent: Sent;
  readonly added: readonly LoggedEvent[];
  readonly hit: boolean;
  readonly crashed: boolean;
  /** Requests to the model that are not attributed yet. */
  readonly asks: number;
}

/** Checks one answer and applies its events. Returns whether the model was asked for it. */
function checkAnswer(specification: Specification, now: number, answered: Answered): boolean {
  const { caller, prediction, sent, added, hit, crashed } = answered;
  const expected = expectAnswers(specification, caller, prediction, now);
  const events = added.map(({ event }) => event.kind);
  const { status, code } = sent;
  const repeats = status === 200 && specification.forecasts.has(sent.requestId) ? sent.requestId : undefined;
  if (status === 200 && sent.isReplay !== undefined) expect(sent.isReplay).toBe(repeats !== undefined);
  const matches = (one: Expected | undefined) =>
    one?.status === status && one.code === code && one.repeats === repeats && one.events.join() === events.join();
  // A fault may cause a refusal, but never an answer that is not recorded.
  if (!(expected.some(matches) || (hit && status !== 200))) expect({ status, code, repeats, events }).toEqual(expected);
  const isAsked = answered.asks > 0 && expected.some((one) => one.events.includes(OPENED));

  applyEvents(specification, added);
  if (status === 200) keepBytes(specification, sent);
  const { idempotencyKey } = prediction;
  if (idempotencyKey === undefined || !caller.mayCall || !prediction.isValid) return isAsked;
  const name = nameOfKey(caller, idempotencyKey);
  const before = specification.held.get(name);
  const isHeld = before !== undefined && before.expiresAt > now && before.state.kind !== "owed";
  const expiresAt = now + DAY_MS;
  // The claim of this request may have replaced the earlier one, and no event tells.
  if (before?.mayBeFree && isHeld && hit && added.length === 0) {
    specification.held.set(name, { ...before, expiresAt, contents: [...before.contents, prediction.content] });
    return isAsked;
  }
  const isRepeated = !events.includes(OPENED) && (hit || !matches(expected.at(-1)));
  if (isHeld && (!before.mayBeFree || isRepeated)) return isAsked;
  const infers = isAsked && expected.some((one) => one.infers === true);
  const key = keyAfter(added, { infers, hit, crashed });
  if (key === undefined) specification.held.delete(name);
  else specification.held.set(name, { contents: [prediction.content], expiresAt, ...key });
  return isAsked;
}

/** With several processes, a request waits until the request that holds its key must have ended. */
async function endHolder(held: Held | undefined, { gateway, store }: Deployment): Promise<void> {
  if (store === "embedded" || held?.state.kind !== "unknown") return;
  await gateway.database.pool.query("update idempotency_keys set ends_at = now()");
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

/** An answer that is repeated has the bytes of the first one. */
function keepBytes({ forecasts }: Specification, { requestId, text }: Sent): void {
  const forecast = forecasts.get(requestId);
  if (forecast === undefined) throw new Error(`the answer ${requestId} was not recorded`);
  forecast.body ??= text;
  expect(text).toBe(forecast.body);
}
