import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { identify } from "#server/base/digest.ts";
import { type ConsoleSession, signInAs } from "#test/console-session.ts";
import { countRead } from "#test/count-read.ts";
import { addRefusals, repeatForecast } from "#test/long-log.ts";
import { approveAll, readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";

let gateway: TestGateway;
let researcher: ConsoleSession;

beforeAll(async () => {
  gateway = await startGateway({}, undefined, { repeat: () => () => {} });
  researcher = await signInAs(gateway, "researcher");
});
afterAll(() => gateway.stop());

/** Returns a request with a single observation: a forecast with these probabilities. */
function ask(words: string, weights: Readonly<Record<string, number>>, asOf = "2026-06-01T00:00:00Z") {
  const { model, task } = readExample("binary");
  const criteria = Object.fromEntries(Object.keys(weights).map((option) => [option, null]));
  const data = { kind: "forecast", source: "test", probabilities: weights };
  const context = [{ type: "structured" as const, data, observed_at: "2026-05-01T00:00:00Z" }];
  const request: PredictionRequest = {
    model,
    task: { ...task, instructions: words, criteria },
    input: { as_of: asOf, context },
  };
  return request;
}

async function answer(request: PredictionRequest): Promise<string> {
  await approveAll(gateway.gateway, [request]);
  const { status, body } = await gateway.post(JSON.stringify(request));
  expect(status).toBe(200);
  return String(body.request_id);
}

describe("the caller's order of options", () => {
  it("is recorded and used wherever a forecast is shown", async () => {
    const request = ask("In which order?", { zeta: 0.2, alpha: 0.5, Mid: 0.3 });
    const requestId = await answer(request);
    const { response } = await researcher.call.forecasts.get({ requestId });
    expect(Object.keys(response.task.criteria)).toEqual(["zeta", "alpha", "Mid"]);
    expect(Object.keys(response.result.probabilities)).toEqual(["zeta", "alpha", "Mid"]);
    const { forecasts } = await researcher.call.forecasts.list({ taskId: identify(request.task).id });
    expect(forecasts.map(({ options }) => options)).toEqual([["zeta", "alpha", "Mid"]]);
  });
});

describe("forecasts.list", () => {
  it("filters by the chosen option, even if options are named like fields of the event", async () => {
    const request = ask("Which one was chosen?", { choice: 0.1, constructor: 0.7, confidence: 0.2 });
    const requestId = await answer(request);
    const chosen = async (option: string) =>
      (await researcher.call.forecasts.list({ option })).forecasts.map((forecast) => forecast.requestId);
    expect(await chosen("constructor")).toEqual([requestId]);
    expect(await chosen("choice")).toEqual([]);
    expect(await chosen('x","confidence":null')).toEqual([]);
  });

  it("searches word prefixes of the question and its options, ignoring case and punctuation", async () => {
    const request = ask('Will "Wendeltreppe" rise by 50%_?', { instructions: 0.4, no: 0.6 });
    const requestId = await answer(request);
    const found = async (text: string) =>
      (await researcher.call.forecasts.list({ text })).forecasts.map((forecast) => forecast.requestId);
    for (const text of ['"WENDELtreppe" rise', "50%_?", "Will", "Wendel%"])
      expect(await found(text)).toContain(requestId);
    for (const text of ["Wendel_reppe", "treppe", "resolves_at", '"no":null']) expect(await found(text)).toEqual([]);
  });

  it("pages by cursor and filters by time", async () => {
    const request = ask("How many pages?", { yes: 0.5, no: 0.5 });
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) ids.unshift(await answer(request));
    const taskId = identify(request.task).id;
    const read: string[] = [];
    for (let after: number | undefined; ; ) {
      const page = await researcher.call.forecasts.list({ taskId, limit: 2, after });
      read.push(...page.forecasts.map(({ requestId }) => requestId));
      if (page.next === null) break;
      after = page.next;
    }
    expect(read).toEqual(ids);
    const today = new Date().toISOString();
    const within = { from: new Date(Date.parse(today) - 60_000).toISOString(), before: today };
    expect((await researcher.call.forecasts.list({ taskId, ...within })).forecasts).toHaveLength(5);
    expect((await researcher.call.forecasts.list({ taskId, before: within.from })).forecasts).toEqual([]);
    expect((await researcher.call.forecasts.list({ taskId, from: today })).forecasts).toEqual([]);
  });
});

it("fills each page of a long log, and reads few events for each filter", async () => {
  const { database } = gateway.gateway;
  const old = ask("Long ago, Wendelin?", { long_ago: 0.9, no: 0.1 });
  const requestId = await answer(old);
  await repeatForecast(database, await answer(ask("How many?", { yes: 0.75, no: 0.25 })), 2_000);
  await addRefusals(database, 2_000);
  const list = async (filter: object) => {
    const before = await countRead(database);
    const page = await researcher.call.forecasts.list({ limit: 10, ...filter });
    expect((await countRead(database)) - before).toBeLessThan(1_000);
    return page;
  };
  expect(await list({})).toMatchObject({ forecasts: { length: 10 }, next: expect.any(Number) });
  const taskId = identify(old.task).id;
  const [from, before] = ["2020-01-01T00:00:00Z", "2021-01-01T00:00:00Z"];
  for (const filter of [{ option: "long_ago" }, { text: "wendelin" }, { taskId }, { taskId, option: "long_ago" }]) {
    const { forecasts, next } = await list(filter);
    expect(forecasts.map((forecast) => forecast.requestId)).toEqual([requestId]);
    expect(next).toBeNull();
    expect(await list({ ...filter, from, before })).toEqual({ forecasts: [], next: null });
  }
  expect(await list({ option: "no such option" })).toEqual({ forecasts: [], next: null });
  expect(await list({ from, before })).toEqual({ forecasts: [], next: null });
});

describe("forecasts.compare", () => {
  it("returns forecasts in the requested order, with distances and differences of the requests", async () => {
    const one = await answer(ask("Side by side?", { yes: 0.25, no: 0.75 }));
    const other = await answer(ask("Side by side?", { yes: 0.5, no: 0.5 }, "2026-06-02T00:00:00Z"));
    const compared = await researcher.call.forecasts.compare({ requestIds: [other, one] });
    expect(compared.forecasts.map(({ requestId }) => requestId)).toEqual([other, one]);
    const [yes] = compared.options;
    expect(yes?.option).toBe("yes");
    expect(yes?.differences[0]).toBe(0);
    expect(yes?.differences[1]).toBeLessThan(0);
    expect(compared.pairs[0]?.totalVariation).toBeCloseTo(Math.abs(yes?.differences[1] ?? 0), 12);
    expect(compared.changes.map((changes) => changes.map(({ path }) => path))).toEqual([
      ["input.as_of", "input.context[0].data.probabilities.no", "input.context[0].data.probabilities.yes"],
    ]);
  });

  it("only lists forecasts of different questions, even if their options have the same ids", async () => {
    const one = await answer(ask("One question?", { yes: 0.25, no: 0.75 }));
    const other = await answer(ask("Another question?", { yes: 0.25, no: 0.75 }));
    const { forecasts, ...compared } = await researcher.call.forecasts.compare({ requestIds: [one, other] });
    expect(forecasts.map(({ requestId }) => requestId)).toEqual([one, other]);
    expect(compared).toEqual({ options: [], pairs: [], changes: [] });
  });

  it("refuses one or five request ids, and a request id without a forecast", async () => {
    const requestId = await answer(ask("How many?", { yes: 0.25, no: 0.75 }));
    const statusOf = async (requestIds: string[]) =>
      (await researcher.fetch("forecasts.compare", { requestIds })).status;
    expect(await statusOf([requestId])).toBe(400);
    expect(await statusOf(Array.from({ length: 5 }, () => requestId))).toBe(400);
    expect(await statusOf([requestId, "0198c9a0-0000-7000-8000-000000000000"])).toBe(404);
  });
});

describe("forecasts.overTime", () => {
  it("has a point per cutoff, sorted by instant, and merges identical answers", async () => {
    const cutoffs = ["2026-06-03T00:00:00+02:00", "2026-06-02T21:59:59.5Z", "2026-06-02T22:00:00.000000001Z"];
    const requests = cutoffs.map((asOf) => ask("And over time?", { yes: 0.25, no: 0.75 }, asOf));
    const [one] = requests;
    if (one === undefined) throw new Error("there is no request");
    const ids: string[] = [];
    for (const request of [...requests, one]) ids.push(await answer(request));
    const taskId = identify(one.task).id;
    const { points, options, truncated } = await researcher.call.forecasts.overTime({ taskId });
    expect(points.map(({ asOf }) => asOf)).toEqual([cutoffs[1], cutoffs[0], cutoffs[2]]);
    expect(points.map(({ forecasts }) => forecasts)).toEqual([1, 2, 1]);
    expect(points[1]?.requestId).toBe(ids[3]);
    expect({ options, truncated }).toEqual({ options: ["yes", "no"], truncated: false });
  });

  it("can be filtered by release", async () => {
    const request = ask("Of which release?", { yes: 0.25, no: 0.75 });
    await answer(request);
    const taskId = identify(request.task).id;
    const of = async (release: string) => (await researcher.fetch("forecasts.overTime", { taskId, release })).status;
    expect(await of(request.model)).toBe(200);
    expect(await of("service-r12-a")).toBe(404);
  });
});

describe("a refusal", () => {
  it("is recorded with the duration of the request", async () => {
    const { body } = await gateway.post("{");
    const { events } = await researcher.call.audit.list({ requestId: String(body.request_id) });
    expect(events[0]?.event).toMatchObject({ kind: "prediction.refused", total_ms: expect.any(Number) });
  });
});
