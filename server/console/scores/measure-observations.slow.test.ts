import Papa from "papaparse";
import { expect, it } from "vitest";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { TrackRecord } from "#lib/scores/track-record.ts";
import { approvedInput } from "#test/approved-input.ts";
import { nextMillisecond } from "#test/next-millisecond.ts";
import { confirmOutcome, newRequest, submitAndApprove } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { until } from "#test/until.ts";
import { WORTH_TABLES } from "./export-scores.ts";
import { measureObservations } from "./measure-observations.ts";
import { readRecordedQuestions } from "./read-recorded-questions.ts";

const HOUR = 3_600_000;
let ahead = 0;
const now = () => new Date(Date.now() + ahead);
const { gateway, researcher, reviewer } = await signInRoles({}, { now });
const { database, model } = gateway.gateway;
const { signal } = new AbortController();

/** Returns a request with three forecasts, two of the same source, and a text. The question resolves in an hour. */
function requestOf(source: string): PredictionRequest {
  const { input, ...request } = newRequest(new Date(now().getTime() + HOUR).toISOString());
  const forecast = (name: string, yes: number) => ({
    type: "structured" as const,
    data: { kind: "forecast", source: name, probabilities: { yes, no: 1 - yes } },
    observed_at: input.as_of,
  });
  const text = { type: "text" as const, text: "No news.", observed_at: input.as_of };
  const context = [forecast(source, 0.8), forecast(source.toUpperCase(), 0.7), forecast("the other", 0.2), text];
  return { ...request, input: { ...input, context } };
}

async function ask(request: PredictionRequest) {
  const approved = await submitAndApprove(researcher, reviewer, request);
  const { request_id: requestId } = await researcher.call.forecasts.run(request);
  return { ...approved, requestId };
}

/** Records and confirms an outcome. If the question already has an outcome, corrects it. */
async function happen(taskId: string, option: string | null): Promise<void> {
  await nextMillisecond();
  const { confirmed } = await researcher.call.outcomes.get({ taskId });
  const entry = { taskId, option, source: "The register.", happenedAt: now().toISOString() };
  await confirmOutcome(researcher, reviewer, { ...entry, corrects: confirmed?.outcomeId });
}

const worthOf = (requestId: string) => researcher.call.outcomes.worthOf({ requestId });

/** Returns the model with a step before each measurement. */
function modelWith(step: (taskId: string, outcome: string) => Promise<void>): typeof model {
  const worth: typeof model.worth = async (input, outcome, pause) => {
    await step(input.taskId, outcome);
    return (await model.worth?.(input, outcome, pause)) ?? [];
  };
  return { ...model, worth };
}

/** Waits for the background job. */
function measured(requestId: string) {
  return until("the observations are measured", async () => {
    const worth = await worthOf(requestId);
    if (worth?.measured === false && worth.reason.includes("being computed")) return undefined;
    return worth ?? undefined;
  });
}

/** Deletes the worths of a question, so that its observations wait for measurement. */
async function forget(taskId: string): Promise<void> {
  await database.pool.query("update scored_questions set worths = null where task_id = $1", [taskId]);
}

/** Computes the worth of each observation from the forecasts without it. */
async function computeWorths({ task, input }: PredictionRequest, outcome: string): Promise<number[]> {
  const lossOf = async (context: PredictionRequest["input"]["context"]) => {
    const approved = approvedInput({ task, input: { ...input, context } });
    const { probabilities } = await model.forecast(approved, signal, HOUR);
    return -Math.log(probabilities[outcome] ?? 0);
  };
  const whole = await lossOf(input.context);
  return Promise.all(input.context.map(async (_, index) => (await lossOf(input.context.toSpliced(index, 1))) - whole));
}

function expectWorths(found: Awaited<ReturnType<typeof worthOf>>, expected: readonly number[]): void {
  if (found === null || !found.measured) throw new Error(`not measured: ${found?.reason}`);
  for (const [index, worth] of expected.entries()) expect(found.worths[index]).toBeCloseTo(worth, 10);
}

async function readSource(value: string) {
  const record = new TrackRecord({ now: now(), aliases: new Map() });
  for await (const page of readRecordedQuestions(database)) for (const one of JSON.parse(page)) record.add(one);
  return record.report().worths.find((one) => one.dimension === "source" && one.value === value);
}

it("the worth of each observation is computed after the confirmation, and enters the tables at the resolution date", async () => {
  const request = requestOf("market");
  const { taskId, requestId } = await ask(request);
  // Asked again: the input still counts once.
  await researcher.call.forecasts.run(request);
  expect(await worthOf(requestId)).toBeNull();
  await happen(taskId, "yes");
  const worths = await computeWorths(request, "yes");
  expectWorths(await measured(requestId), worths);
  expect(worths[3]).toBe(0);
  expect(await readSource("market")).toBeUndefined();
  ahead += 2 * HOUR;
  const market = await readSource("market");
  expect(market).toMatchObject({ questions: 1, observations: 2, required: 0, worth: { interval: null } });
  expect(market?.worth?.value).toBeCloseTo((worths[0] ?? 0) + (worths[1] ?? 0), 10);
});

it("the download of a forecast has a row per observation, with its kind, source and worth", async () => {
  const request = requestOf("downloaded");
  const { taskId, requestId } = await ask(request);
  await happen(taskId, "no");
  await measured(requestId);
  const worths = await computeWorths(request, "no");
  let file = "";
  for await (const part of WORTH_TABLES.observations(gateway.gateway, requestId)) file += part;
  const { data } = Papa.parse<Record<string, string>>(file, { header: true, skipEmptyLines: true });
  expect(data.map(({ observation, kind, source, outcome }) => [observation, kind, source, outcome])).toEqual([
    ["1", "forecast", "downloaded", "no"],
    ["2", "forecast", "DOWNLOADED", "no"],
    ["3", "forecast", "the other", "no"],
    ["4", "text", "", "no"],
  ]);
  for (const [index, { worth }] of data.entries()) expect(Number(worth)).toBeCloseTo(worths[index] ?? Number.NaN, 10);
});

it("a correction computes the worth again, and a void outcome deletes it", async () => {
  const request = requestOf("corrected");
  const { taskId, requestId } = await ask(request);
  await happen(taskId, "yes");
  expectWorths(await measured(requestId), await computeWorths(request, "yes"));
  await happen(taskId, "no");
  expectWorths(await measured(requestId), await computeWorths(request, "no"));
  await happen(taskId, null);
  expect(await worthOf(requestId)).toBeNull();
  ahead += 2 * HOUR;
  expect(await readSource("corrected")).toBeUndefined();
});

it("a correction that is confirmed during the measurement is measured instead", async () => {
  const request = requestOf("raced");
  const { taskId, requestId } = await ask(request);
  await happen(taskId, "yes");
  await measured(requestId);
  await forget(taskId);
  const raced = modelWith(async (_, outcome) => {
    if (outcome === "yes") await happen(taskId, "no");
  });
  await measureObservations({ ...gateway.gateway, model: raced }, signal);
  expectWorths(await measured(requestId), await computeWorths(request, "no"));
});

it("a question that cannot be measured does not prevent the measurement of others, and waits for the next attempt", async () => {
  const [broken, other] = [await ask(requestOf("broken")), await ask(requestOf("unbroken"))];
  for (const { taskId, requestId } of [broken, other]) {
    await happen(taskId, "yes");
    await measured(requestId);
  }
  for (const { taskId } of [broken, other]) await forget(taskId);
  const failing = modelWith(async (taskId) => {
    if (taskId === broken.taskId) throw new Error("out of memory");
  });
  await expect(measureObservations({ ...gateway.gateway, model: failing }, signal)).rejects.toThrow("out of memory");
  expect([await worthOf(broken.requestId), await worthOf(other.requestId)]).toMatchObject([
    { measured: false, reason: expect.stringContaining("being computed") },
    { measured: true },
  ]);
  await measureObservations(gateway.gateway, signal);
  expect(await worthOf(broken.requestId)).toMatchObject({ measured: true });
});

it("is not computed for another version, a revoked approval or a model without it, and the reason is stated", async () => {
  const { taskId, requestId, inputId } = await ask(requestOf("unmeasured"));
  await happen(taskId, "yes");
  await measured(requestId);
  const again = async (changed: Partial<typeof model>) => {
    await forget(taskId);
    await measureObservations({ ...gateway.gateway, model: { ...model, ...changed } }, signal);
    return worthOf(requestId);
  };
  const none = { measured: false, reason: expect.stringContaining("if the embedded model is running") };
  expect(await again({ status: () => ({ version: "pool@9" }) })).toEqual(none);
  expect(await again({ worth: undefined })).toEqual(none);
  expect(await again({})).toMatchObject({ measured: true });
  await reviewer.call.reviews.revoke({ kind: "approval", taskId, inputId, reason: "It says what happened." });
  expect(await again({})).toEqual(none);
  ahead += 2 * HOUR;
  expect(await readSource("unmeasured")).toBeUndefined();
});
