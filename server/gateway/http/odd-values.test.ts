import { describe, expect, it } from "vitest";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { responseSchema } from "#lib/contract/response.ts";
import { recordAnswer } from "#server/audit/log/recorded-answer.ts";
import { listForecasts } from "#server/console/forecasts/list-forecasts.ts";
import { getForecast } from "#server/gateway/forecasts/get-forecast.ts";
import { eventsOf } from "#test/expect-refusal.ts";
import { successViolations } from "#test/independent-checker.ts";
import { sharedGateway } from "#test/shared-gateway.ts";
import { approveAll, type Reply, readExample } from "#test/start-gateway.ts";

const example = readExample("binary");

const gateway = await sharedGateway();

/** Sends an approved request and checks that every output contains its values unchanged. */
async function expectToSurvive(request: PredictionRequest): Promise<Reply> {
  await approveAll(gateway.gateway, [request]);
  const reply = await gateway.post(JSON.stringify(request));
  expect({ status: reply.status, violations: successViolations(request, reply.body) }).toEqual({
    status: 200,
    violations: [],
  });
  const { database } = gateway.gateway;
  const forecast = await getForecast(database, String(reply.body.request_id));
  expect(forecast.request).toEqual(request);
  expect(forecast.response).toEqual(reply.body);
  const [newest] = (await listForecasts(database, { limit: 1 })).forecasts;
  expect(newest).toMatchObject({ requestId: reply.body.request_id, instructions: request.task.instructions });
  const [answered] = await eventsOf(gateway, reply);
  const { result } = responseSchema.parse(reply.body);
  expect(answered).toMatchObject({ kind: "prediction.answered", ...recordAnswer(request, result) });
  return reply;
}

const forecast = (probabilities: Record<string, number>, source = "x") =>
  [
    { type: "structured", data: { kind: "forecast", source, probabilities }, observed_at: "2026-06-01T00:00:00Z" },
  ] as const;

function asking(options: readonly string[], probabilities: Record<string, number>): PredictionRequest {
  const criteria = Object.fromEntries(options.map((option) => [option, null]));
  return {
    ...example,
    task: { ...example.task, criteria },
    input: { ...example.input, context: [...forecast(probabilities)] },
  };
}

describe("option ids with a special meaning in JavaScript", () => {
  it.each([
    [["constructor", "toString"]],
    [["hasOwnProperty", "valueOf", "then", "toJSON", "length"]],
    [["10", "9", "0"]],
    [["true", "null", "NaN", "undefined"]],
    [["a.b", "a:b", "a-b", "a_b", "a"]],
    [["a".repeat(64), `${"a".repeat(63)}b`]],
  ])("are returned unchanged: %j", async (options) => {
    const probabilities = Object.fromEntries(options.map((option) => [option, 1 / options.length]));
    const { body } = await expectToSurvive(asking(options, probabilities));
    expect(Object.keys(Object(Object(body.result).probabilities)).sort()).toEqual([...options].sort());
  });

  it.each([
    [["9", "10"], "10"],
    [["a", "B", "9"], "9"],
    [["a", "B"], "B"],
    [["toString", "constructor"], "constructor"],
  ])("with equal probabilities are compared by UTF-16 code unit: the choice of %j is %s", async (options, choice) => {
    const probabilities = Object.fromEntries(options.map((option) => [option, 1 / options.length]));
    const { body } = await expectToSurvive(asking(options, probabilities));
    expect(body.result).toMatchObject({ choice });
  });
});

describe("the largest request that the contract allows", () => {
  it("is answered unchanged with a question of 8,000 emoji (32,000 bytes)", async () => {
    const task = { ...example.task, instructions: "😀".repeat(8_000), criteria: { y: null, n: null } };
    const resolution = { ...example.task.resolution, criteria: "?" };
    const input = { ...example.input, context: [...forecast({ y: 1, n: 0 })] };
    await expectToSurvive({ ...example, task: { ...task, resolution }, input });
  });

  it("is answered unchanged with 20 options whose ids have 64 characters", async () => {
    const options = Array.from({ length: 20 }, (_, index) => `${index}`.padEnd(64, "-"));
    await expectToSurvive(asking(options, Object.fromEntries(options.map((option) => [option, 0.05]))));
  });

  it("is answered unchanged with a description of 2,000 emoji and resolution criteria of 5,000", async () => {
    const task = { ...example.task, criteria: { yes: "👩".repeat(2_000), no: null } };
    const resolution = { ...example.task.resolution, criteria: "🌍".repeat(5_000) };
    const input = { ...example.input, context: [...forecast({ yes: 0.5, no: 0.5 })] };
    await expectToSurvive({ ...example, task: { ...task, resolution }, input });
  });
});

describe("text that databases often corrupt", () => {
  it.each([
    "\u0000",
    "a\u0000b",
    "\\u0000",
    "\u202e\u200d\ufeff",
    "\uffff\u{10ffff}",
    "e\u0301 é",
    "'; drop table events; --",
    "\r\n\t\u2028",
  ])("is stored and returned unchanged in every field: %j", async (odd) => {
    const { task } = asking(["yes", "no"], {});
    const words = `x${odd}`;
    const context: PredictionRequest["input"]["context"] = [
      { type: "text", text: odd, observed_at: "2026-06-01T00:00:00Z" },
      ...forecast({ yes: 0.25, no: 0.75 }, words),
      { type: "structured", data: { [odd]: [odd, { [words]: null }] }, observed_at: "2026-06-01T00:00:00Z" },
    ];
    await expectToSurvive({
      ...example,
      task: {
        ...task,
        instructions: words,
        criteria: { yes: words, no: null },
        resolution: { ...task.resolution, criteria: words },
      },
      input: { ...example.input, context },
    });
  });

  it("is returned unchanged: names such as __proto__ in the data of an observation", async () => {
    const data = JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":null},"toJSON":1,"":0,"10":1,"9":-1e-7}');
    const context = [...asking(["yes", "no"], { yes: 0.5, no: 0.5 }).input.context];
    await expectToSurvive({
      ...example,
      input: {
        ...example.input,
        context: [...context, { type: "structured", data, observed_at: "2026-06-01T00:00:00Z" }],
      },
    });
  });
});
