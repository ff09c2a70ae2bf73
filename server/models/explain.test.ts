import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Observation } from "#lib/contract/request.ts";
import { type Distribution, vectorOf } from "#lib/stats/distribution.ts";
import { explain } from "#lib/trace/explain.ts";
import { createPool } from "#server/models/pool/pool.ts";
import { approvedInput } from "#test/approved-input.ts";
import { usableRequest } from "#test/arbitrary-request.ts";
import { TIMING } from "#test/faulty-model.ts";
import {
  counts,
  daily,
  forecast,
  inputOf,
  measurement,
  partition,
  structured,
  taskOf,
  text,
} from "#test/pool-fixtures.ts";
import { readExample } from "#test/start-gateway.ts";
import type { Model } from "./model.ts";
import { recalibrate } from "./recalibrate.ts";

const signal = new AbortController().signal;
const pool = createPool({ release: "service-r13-c", now: () => 0 });
const VERSION = `r13-c@${"a".repeat(40)}`;

/** A language model that considers the first option certain. */
const certain: Model = {
  ...pool,
  supports: () => ({ ok: true }),
  async forecast({ task }) {
    const options = Object.keys(task.criteria);
    const probabilities = Object.fromEntries(options.map((option, index) => [option, index === 0 ? 1 : 0]));
    return { modelVersion: VERSION, probabilities, timing: TIMING, trace: { method: "verbalised" } };
  },
  status: () => ({ version: VERSION }),
};

function recalibrated(model: Model, floor: number): Model {
  return recalibrate(model, {
    method: "temperature",
    model_version: model.status().version ?? "",
    exponents: { two_options: 1.5, more_options: 0.8 },
    floor,
    fitted: null,
  });
}

async function explained(model: Model, request: ReturnType<typeof readExample>) {
  const { probabilities, trace } = await model.forecast(approvedInput(request), signal, 1_000);
  const stored: unknown = JSON.parse(JSON.stringify(trace));
  const options = Object.keys(probabilities).sort();
  const explanation = explain({ trace: stored, context: request.input.context, options, answer: probabilities });
  return { probabilities, names: explanation.steps.map(({ step }) => step), ...explanation };
}

const shares = { "zqx-a": 0.4, "zqx-b": 0.6 };
const halves = { "zqx-a": { below: 3 }, "zqx-b": { at_least: 3 } };
/** Usable and unusable observations whose every text contains "zqx". */
const OBSERVE: readonly ((name: string) => readonly Observation[])[] = [
  (name) => [...daily(name, [3, 1, 4, 1, 5]), measurement(name, 2, 0.5, "zqx-unit"), partition(name, halves)],
  (name) => [measurement(name, 2, 9, "zqx-other-unit")],
  (name) => [forecast(name, shares), forecast(name, { ...shares, "zqx-other-option": 0 })],
  (name) => [counts(name, { "zqx-a": 1, "zqx-b": 2 })],
  (name) => [structured({ kind: "counts", reference_class: name, counts: { "zqx-a": 1, "zqx-b": 2 }, [name]: name })],
  (name) => [structured({ kind: name }), text(name)],
];
const marked = fc
  .array(fc.tuple(fc.constantFrom(...OBSERVE), fc.constantFrom("zqx-c", " ZQX-d")), { maxLength: 6 })
  .map((all) => inputOf(...all.flatMap(([observe, name]) => observe(name))))
  .map((input) => ({ task: taskOf("zqx-a", "zqx-b"), input }));

it("a trace contains no text of the request, also if the answer is recalibrated", async () => {
  const wrapped = recalibrated(certain, 0.001);
  await fc.assert(
    fc.asyncProperty(marked, async (request) => {
      for (const model of pool.supports(request.task, request.input).ok ? [pool, wrapped] : [wrapped]) {
        const { trace } = await model.forecast(approvedInput(request), signal, 1_000);
        expect(trace).toMatchObject({ method: expect.any(String) });
        expect(JSON.stringify(trace)).not.toMatch(/zqx/i);
      }
    }),
  );
});

/** Returns the weighted mean in log space of distributions whose lower probabilities are raised to `floor`. */
function mean(rows: readonly { readonly of: Distribution; readonly weight: number }[], floor: number): number[] {
  const [first] = rows;
  const options = Object.keys(first?.of ?? {});
  const values = options.map((_, index) =>
    rows.reduce((value, { of, weight }) => value * Math.max(vectorOf(of, options)[index] ?? 0, floor) ** weight, 1),
  );
  const total = values.reduce((sum, value) => sum + value, 0);
  return values.map((value) => value / total);
}

function expectClose(found: Distribution, expected: readonly number[]): void {
  for (const [index, value] of Object.values(found).entries())
    expect(Math.abs(value - (expected[index] ?? 0))).toBeLessThan(1e-9);
}

describe("the explanation of a recalibrated answer", () => {
  it("ends with the recalibration, whose exponent and floor reproduce the answer", async () => {
    const floor = fc.constantFrom(0.0001, 0.01);
    await fc.assert(
      fc.asyncProperty(usableRequest(), floor, async (request, floor) => {
        const { steps, isComplete, probabilities } = await explained(recalibrated(pool, floor), request);
        const [before, last] = steps.slice(-2);
        if (before === undefined || last?.step !== "recalibrated") throw new Error("the last step is another one");
        expect(isComplete).toBe(true);
        expect(last).toMatchObject({ floor, probabilities });
        expectClose(probabilities, mean([{ of: before.probabilities, weight: last.exponent }], floor));
      }),
    );
  });

  it("consists of the answers before and after it if the model has no steps", async () => {
    const { names } = await explained(recalibrated(certain, 0.001), readExample("binary"));
    expect(names).toEqual(["before recalibration", "recalibrated"]);
  });
});
