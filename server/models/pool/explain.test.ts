import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Observation, PredictionInput, Task } from "#lib/contract/request.ts";
import type { Distribution } from "#lib/stats/distribution.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import { type Explanation, explain } from "#lib/trace/explain.ts";
import type { Step } from "#lib/trace/step.ts";
import type { Model } from "#server/models/model.ts";
import { approvedInput } from "#test/approved-input.ts";
import { usableRequest } from "#test/arbitrary-request.ts";
import { counts, daily, forecast, inputOf, measurement, partition, taskOf } from "#test/pool-fixtures.ts";
import { PARAMETERS } from "./parameters.ts";
import { createPool } from "./pool.ts";

const signal = new AbortController().signal;
const pool = createPool({ release: "service-r13-c", now: () => 0 });

type Request = { readonly task: Task; readonly input: PredictionInput };

/** Returns the recorded answer and its explanation, from a trace that was stored as JSON. */
async function explained({ task, input }: Request, model: Model = pool) {
  const { probabilities, trace } = await model.forecast(approvedInput({ task, input }), signal, 1_000);
  const stored: unknown = JSON.parse(JSON.stringify(trace));
  const options = Object.keys(task.criteria).sort();
  const explanation = explain({ trace: stored, context: input.context, options, answer: probabilities });
  return { probabilities, explanation };
}

const yesNo = (yes: number) => ({ yes, no: 1 - yes });

describe("the explanation of the embedded model's answer", () => {
  it("shows how two sources lead to an answer", async () => {
    const input = inputOf(forecast("Market", yesNo(0.6)), forecast("Club", yesNo(0.64)));
    const { probabilities, explanation } = await explained({ task: taskOf("yes", "no"), input });
    expect(explanation).toMatchObject({
      isComplete: true,
      steps: [
        { step: "source", name: "Market", weight: 0.5, probabilities: { yes: expect.closeTo(0.6, 12) } },
        { step: "source", name: "Club", weight: 0.5, probabilities: { yes: expect.closeTo(0.64, 12) } },
        { step: "mean", kind: "forecast", probabilities: { yes: expect.closeTo(0.6201, 4) } },
        { step: "adjusted", exponent: PARAMETERS.binary_exponent, hasBaseRate: false },
        { step: "answer", probabilities },
      ],
    });
  });

  it("shows counts as the model used them", async () => {
    const input = inputOf(counts("Meetings", { yes: 24, no: 76 }));
    const { explanation } = await explained({ task: taskOf("yes", "no"), input });
    expect(explanation.steps).toMatchObject([
      { step: "source", kind: "counts", weight: 1, probabilities: { yes: expect.closeTo(24.5 / 101, 12) } },
      { step: "answer" },
    ]);
  });

  it("names the cycle that decided the forecast of a series", async () => {
    const visits = Array.from({ length: 42 }, (_, day) => (day % 7 < 5 ? 90 : 40) + ((day * 5) % 11));
    const range = partition("Visits", { yes: { at_least: 70 }, no: { below: 70 } });
    const input = inputOf(...daily("Visits", [...visits, ...visits]), range);
    const { explanation } = await explained({ task: taskOf("yes", "no"), input });
    expect(explanation).toMatchObject({
      isComplete: true,
      steps: [{ step: "source", kind: "series", observations: 84, cycle: "week" }, { step: "answer" }],
    });
  });

  it("summarises the sources with the least weight", async () => {
    const input = inputOf(
      ...Array.from({ length: 20 }, (_, index) => forecast(`Source ${index}`, yesNo((1 + index) / 25), index)),
    );
    const { probabilities, explanation } = await explained({ task: taskOf("yes", "no"), input });
    expectToReproduce(explanation, probabilities);
    expect(explanation.steps.map(({ step }) => step)).toEqual([
      ...Array.from({ length: 12 }, () => "source"),
      "other sources",
      "mean",
      "adjusted",
      "answer",
    ]);
    expect(explanation.steps).toMatchObject({ 12: { sources: 8 } });
  });
});

describe("the steps of the explanation", () => {
  it("lead from the sources to the recorded answer, for all usable inputs", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyInput(), usableRequest()), async (request) => {
        const { probabilities, explanation } = await explained(request);
        expect(explanation.isComplete).toBe(true);
        expectToReproduce(explanation, probabilities);
      }),
    );
  });
});

/** Recomputes each step from the numbers of the previous steps, and compares the last one with the recorded answer. */
function expectToReproduce({ steps }: Explanation, recorded: Distribution): void {
  const options = Object.keys(recorded);
  const vector = ({ probabilities }: { readonly probabilities: Distribution }) =>
    options.map((option) => probabilities[option] ?? Number.NaN);
  /** The results of the kinds of observation, with their weights. */
  const kinds = new Map<string, Row>();
  const sources = Map.groupBy(
    steps.filter((step) => step.step === "source" || step.step === "other sources"),
    ({ kind }) => kind,
  );
  for (const [kind, rows] of sources) {
    const each = rows.map((row) => ({ values: vector(row), weight: row.weight }));
    let mean = powerMean(each, 0);
    if (rows.length > 1) {
      const step = only(steps, "mean", kind);
      mean = powerMean(each, step.exponent);
      // A power mean of power means of several sources differs from their common power mean.
      if (rows.some((row) => row.step === "other sources" && row.exponent !== 0)) mean = vector(step);
      expectClose(vector(step), mean);
    }
    kinds.set(kind, { values: mean, weight: rows.reduce((sum, { weight }) => sum + weight, 0) });
  }
  const adjusted = steps.find((step) => step.step === "adjusted");
  const forecasts = kinds.get("forecast");
  if (adjusted !== undefined && forecasts !== undefined) {
    const base = kinds.get("counts")?.values ?? options.map(() => 1 / options.length);
    const odds = forecasts.values.map((value, index) => {
      const from = base[index] ?? Number.NaN;
      return from * (value / from) ** adjusted.exponent;
    });
    const values = normalise(odds);
    expectClose(vector(adjusted), values);
    kinds.set("forecast", { ...forecasts, values });
  }
  let values = powerMean([...kinds.values()], 0);
  const combined = steps.find((step) => step.step === "combined");
  expect(combined !== undefined).toBe(kinds.size > 1);
  if (combined !== undefined) {
    expectClose(vector(combined), values);
    for (const { kind, weight } of combined.weights) expect(weight).toBeCloseTo(kinds.get(kind)?.weight ?? -1, 9);
  }
  const floor = steps.find((step) => step.step === "floor");
  if (floor !== undefined) {
    expect(Math.min(...values)).toBeLessThan(floor.floor);
    const low = values.map((value, index) => vector(floor)[index] === floor.floor && value < floor.floor + 1e-3);
    const rest = values.filter((_, index) => !low[index]).reduce((sum, value) => sum + value, 0);
    const left = 1 - floor.floor * low.filter(Boolean).length;
    values = values.map((value, index) => (low[index] ? floor.floor : (value / rest) * left));
    expectClose(vector(floor), values);
  }
  expectClose(vector({ probabilities: recorded }), values);
  expect(steps.at(-1)).toEqual({ step: "answer", probabilities: recorded });
  for (const step of steps) {
    for (const option of options) formatPercent(step.probabilities[option] ?? Number.NaN);
    if ("weight" in step) formatPercent(step.weight);
  }
}

interface Row {
  readonly values: readonly number[];
  readonly weight: number;
}

/** Returns the weighted power mean; with exponent 0, the geometric mean. */
function powerMean(rows: readonly Row[], exponent: number): number[] {
  const total = rows.reduce((sum, { weight }) => sum + weight, 0);
  const [first] = rows;
  const meanOf = (each: readonly { readonly value: number; readonly weight: number }[]) =>
    exponent === 0
      ? each.reduce((product, { value, weight }) => product * value ** weight, 1)
      : each.reduce((sum, { value, weight }) => sum + weight * value ** exponent, 0) ** (1 / exponent);
  return normalise(
    (first?.values ?? []).map((_, index) =>
      meanOf(rows.map(({ values, weight }) => ({ value: values[index] ?? Number.NaN, weight: weight / total }))),
    ),
  );
}

function normalise(values: readonly number[]): number[] {
  const total = values.reduce((sum, value) => sum + value, 0);
  return values.map((value) => value / total);
}

function expectClose(found: readonly number[], expected: readonly number[]): void {
  for (const [index, value] of expected.entries())
    expect(Math.abs((found[index] ?? Number.NaN) - value)).toBeLessThan(1e-9);
}

function only(steps: readonly Step[], name: "mean", kind: string) {
  const [found, ...others] = steps.filter((step) => step.step === name).filter((step) => step.kind === kind);
  if (found === undefined || others.length > 0) throw new Error(`there is not exactly one ${name} of ${kind}`);
  return found;
}

const OPTIONS = ["b", "a", "10", "constructor", "e", "f", "g", "h"];

/** Generates combinations of forecasts, counts and series that the model supports. */
function anyInput(): fc.Arbitrary<Request> {
  return fc.integer({ min: 2, max: OPTIONS.length }).chain((size) => {
    const options = OPTIONS.slice(0, size);
    const context = fc
      .tuple(
        fc.array(anyForecast(options), { maxLength: 12 }),
        fc.array(anyCounts(options), { maxLength: 3 }),
        fc.array(anySeries(options), { maxLength: 2 }),
      )
      .map((parts) => parts.flat(2));
    return context
      .map((all) => ({ task: taskOf(...options), input: inputOf(...all) }))
      .filter(({ task, input }) => pool.supports(task, input).ok);
  });
}

const days = fc.oneof(fc.constant(0), fc.nat({ max: 40 }), fc.constantFrom(400, 4_000, 40_000));

function anyForecast(options: readonly string[]): fc.Arbitrary<Observation> {
  return fc
    .tuple(
      fc.constantFrom("Market", " market", "Club", "Expert"),
      fc.array(fc.oneof(fc.nat({ max: 100 }), fc.constant(0)), {
        minLength: options.length,
        maxLength: options.length,
      }),
      days,
      fc.constantFrom(undefined, 1e-6, 0.5, 3, 1e6),
    )
    .map(([source, parts, age, weight]) => {
      const total = parts.reduce((sum, part) => sum + part, 0);
      const values = parts.map((part) => (total === 0 ? 1 / parts.length : part / total));
      return forecast(source, toObject(options, values), age, weight);
    });
}

function anyCounts(options: readonly string[]): fc.Arbitrary<Observation> {
  return fc
    .tuple(
      fc.constantFrom("Meetings", "Elections"),
      fc.array(fc.oneof(fc.nat({ max: 50 }), fc.constantFrom(0, 1e9 - 1)), {
        minLength: options.length,
        maxLength: options.length,
      }),
      days,
    )
    .map(([name, values, age]) => counts(name, toObject(options, [(values[0] ?? 0) + 1, ...values.slice(1)]), age));
}

function anySeries(options: readonly string[]): fc.Arbitrary<Observation[]> {
  const values = fc.oneof(
    fc.array(fc.integer({ min: -20, max: 60 }), { minLength: 5, maxLength: 24 }),
    fc.array(fc.constant(7), { minLength: 5, maxLength: 24 }),
  );
  return fc
    .tuple(fc.constantFrom("Rain", "Level"), values, fc.integer({ min: -40, max: 60 }), fc.integer({ min: 1, max: 20 }))
    .map(([name, values, start, width]) => {
      const last = options.length - 1;
      const intervals = options.map((_, index) => ({
        ...(index > 0 ? { at_least: start + width * index } : {}),
        ...(index < last ? { below: start + width * (index + 1) } : {}),
      }));
      return [...daily(name, values), partition(name, toObject(options, intervals)), measurement("Unused", 3)];
    });
}

function toObject<T>(options: readonly string[], values: readonly T[]): Record<string, T> {
  return Object.fromEntries(
    options.flatMap((option, index) => (index in values ? [[option, values[index] as T]] : [])),
  );
}
