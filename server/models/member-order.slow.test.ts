import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { isJsonObject, type Json, type JsonObject } from "#lib/contract/json.ts";
import type { Observation, PredictionInput, Task } from "#lib/contract/request.ts";
import { chooseOption } from "#lib/contract/result.ts";
import { seededRandom } from "#lib/stats/seeded-random.ts";
import { createHttpModel } from "#server/models/http/http-model.ts";
import { askInOrders } from "#server/models/llm/ask-in-orders.ts";
import { limitCalls } from "#server/models/llm/limit-calls.ts";
import { createVerbalised } from "#server/models/llm/verbalised.ts";
import { createPool } from "#server/models/pool/pool.ts";
import { answered } from "#test/answered.ts";
import { approvedInput } from "#test/approved-input.ts";
import { effort } from "#test/effort.ts";
import { answerRight, type FaultyModel, startFaultyModel } from "#test/faulty-model.ts";

/** The order of members in an object has no influence: both orders have the same input_id and get the same answer. */

interface Content {
  readonly task: Task;
  readonly input: PredictionInput;
}

const DAY_MS = 86_400_000;
const AS_OF = Date.UTC(2026, 2, 10);

const ids = fc.uniqueArray(fc.constantFrom("a", "b", "c", "B", "10", "9", "yes", "no", "toString", "x.1"), {
  minLength: 2,
  maxLength: 7,
});

function observationsOf(options: readonly string[]): fc.Arbitrary<Observation[]> {
  const values = fc.array(fc.nat({ max: 9 }), { minLength: options.length, maxLength: options.length });
  const byOption = (each: readonly Json[]) =>
    Object.fromEntries(options.map((option, index) => [option, each[index] ?? null]));
  const dated = (data: JsonObject, days: number): Observation => ({
    type: "structured",
    data,
    observed_at: new Date(AS_OF - days * DAY_MS).toISOString(),
  });
  const forecast = fc
    .record({
      source: fc.constantFrom("x", "y", "z"),
      values,
      days: fc.nat({ max: 40 }),
      weight: fc.constantFrom(1, 0.3),
    })
    .map(({ source, values: shares, days, weight }) => {
      const total = shares.reduce((sum, share) => sum + share + 0.1, 0);
      const probabilities = byOption(shares.map((share) => (share + 0.1) / total));
      return [dated({ kind: "forecast", source, probabilities, weight }, days)];
    });
  const counts = fc
    .record({ values, days: fc.nat({ max: 40 }) })
    .map(({ values: cases, days }) => [
      dated({ kind: "counts", reference_class: "c", counts: byOption(cases.map((count) => count + 1)) }, days),
    ]);
  const series = fc
    .record({
      steps: fc.array(fc.integer({ min: -3, max: 4 }), { minLength: 5, maxLength: 12 }),
      step: fc.integer({ min: 1, max: 4 }),
      /** With a gap of 90 days, a series of nine measurements is long enough for a season. */
      gap: fc.constantFrom(1, 90),
    })
    .map(({ steps, step, gap }) => {
      let value = 5;
      const measurements = steps.map((change, index) => {
        value += change;
        return dated({ kind: "measurement", series: "s", value, unit: "m" }, gap * (steps.length - index));
      });
      const intervals = byOption(
        options.map(
          (_, index): JsonObject => ({
            ...(index === 0 ? {} : { at_least: index * step }),
            ...(index === options.length - 1 ? {} : { below: (index + 1) * step }),
          }),
        ),
      );
      return [...measurements, dated({ kind: "partition", series: "s", intervals }, 0)];
    });
  // Invalid counts with unknown members, because the reason quotes the first unknown member.
  const other = fc.constant([dated({ kind: "counts", wrong: { b: 1, a: [{ d: 2, c: 3 }] }, more: 1 }, 1)]);
  return fc
    .array(fc.oneof(forecast, forecast, counts, series, other), { minLength: 1, maxLength: 5 })
    .map((all) => all.flat());
}

const content: fc.Arbitrary<Content> = ids.chain((options) =>
  observationsOf(options).map((context) => ({
    task: {
      type: "choice" as const,
      instructions: "Which?",
      criteria: Object.fromEntries(options.map((option) => [option, `It is ${option}.`])),
      resolution: { criteria: "The official result.", resolves_at: "2026-06-01T00:00:00Z" },
    },
    input: { as_of: new Date(AS_OF).toISOString(), context },
  })),
);

/** Returns the value with the members of every object in random order. Arrays keep their order. */
function permute(value: Json, random: () => number): Json {
  if (Array.isArray(value)) return value.map((item) => permute(item, random));
  if (!isJsonObject(value)) return value;
  const placed = Object.entries(value).map(([name, item]) => ({ name, item, index: random() }));
  return Object.fromEntries(
    placed.sort((a, b) => a.index - b.index).map(({ name, item }) => [name, permute(item, random)]),
  );
}

function permuted(value: Content, number: number): Content {
  return JSON.parse(JSON.stringify(permute(JSON.parse(JSON.stringify(value)), seededRandom(number))));
}

const signal = new AbortController().signal;
const pairs = fc.tuple(content, fc.nat());

describe("the order of members", () => {
  it("never changes the embedded model's answer or the reason of its refusal", async () => {
    const pool = createPool({ release: "service-r13-c", now: () => 0 });
    const answerTo = async (value: Content) => {
      const support = pool.supports(value.task, value.input);
      const unusable = pool.unusable(value.task, value.input);
      if (!support.ok) return { support, unusable };
      const { probabilities } = await pool.forecast(approvedInput(value), signal);
      return { unusable, probabilities, choice: chooseOption(probabilities) };
    };
    await fc.assert(
      fc.asyncProperty(pairs, async ([value, number]) => {
        expect(await answerTo(permuted(value, number))).toEqual(await answerTo(value));
      }),
      { numRuns: effort({ sample: 1_000, full: 10_000 }) },
    );
  });

  it("never changes the prompts of a language model", async () => {
    const askedOf = async ({ task, input }: Content) => {
      const sent: unknown[] = [];
      const labels = Object.keys(task.criteria).map((_, index) => "ABCDEFG"[index] ?? "");
      const content = JSON.stringify(Object.fromEntries(labels.map((label) => [label, 1000 / labels.length])));
      const complete: Parameters<typeof askInOrders>[0]["complete"] = (messages) => {
        sent.push(messages);
        return Promise.resolve(answered(content));
      };
      const how = {
        complete,
        method: createVerbalised({ samples: 5, reasoning: false }),
        timing: "observed" as const,
        parallel: 1,
        limit: limitCalls(1),
        system: undefined,
        prices: undefined,
        now: () => 0,
      };
      await askInOrders(how, { task, input }, signal);
      return sent;
    };
    await fc.assert(
      fc.asyncProperty(pairs, async ([value, number]) => {
        expect(await askedOf(permuted(value, number))).toEqual(await askedOf(value));
      }),
      { numRuns: effort({ sample: 100, full: 2_000 }) },
    );
  });
});

describe("the order of members in a request to a model server", () => {
  let server: FaultyModel;
  beforeAll(async () => {
    server = await startFaultyModel();
    server.behave(answerRight);
  });

  it("is always the same", async () => {
    const model = createHttpModel({
      release: "service-r13-c",
      url: server.url,
      token: undefined,
      now: () => new Date(0),
    });
    const sent = async (value: Content) => {
      await model.forecast(approvedInput(value), signal, 1000);
      // The parsed body has its members in the order of the request.
      return JSON.stringify(server.requests.at(-1)?.body);
    };
    await fc.assert(
      fc.asyncProperty(pairs, async ([value, number]) => {
        expect(await sent(permuted(value, number))).toBe(await sent(value));
      }),
      { numRuns: effort({ sample: 20, full: 200 }) },
    );
  });
});
