import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { approvedInput } from "#test/approved-input.ts";
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
import { createPool } from "./pool.ts";

const signal = new AbortController().signal;
const task = taskOf("yes", "no");

function usedIn(trace: unknown): number[] {
  const { used } = z.object({ used: z.array(z.object({ observation: z.number() })) }).parse(trace);
  return used.map(({ observation }) => observation);
}

describe("the embedded model's checks before a forecast", () => {
  it("match the forecast: supported inputs get one, and it uses every observation not listed as unusable", async () => {
    const one = fc.oneof(
      fc.nat({ max: 60 }).map((age) => forecast("s", { yes: 0.7, no: 0.3 }, age)),
      fc.nat({ max: 60 }).map((age) => counts("c", { yes: 4, no: age }, age)),
      fc.constantFrom(structured({ kind: "rumour" }), text("news"), forecast("s", { a: 1 })),
    );
    const parsed = fc
      .tuple(fc.constantFrom("a", "b"), fc.integer({ min: -9, max: 60 }), fc.nat({ max: 20 }))
      .map(([series, value, age]) => measurement(series, value, age));
    const parted = fc
      .tuple(fc.constantFrom("a", "b"), fc.integer({ min: -9, max: 60 }))
      .map(([series, at]) => partition(series, { yes: { at_least: at }, no: { below: at } }));
    const context = fc
      .tuple(
        fc.array(one, { maxLength: 2 }),
        fc.array(parsed, { maxLength: 24 }),
        fc.array(parted, { maxLength: 3 }),
        fc.constantFrom([], daily("a", [9, 11, 12, 12, 15, 19, 18, 21, 24, 23])),
      )
      .map((parts) => inputOf(...parts.flat()));
    await fc.assert(
      fc.asyncProperty(context, async (input) => {
        const pool = createPool({ release: "service-r13-c", now: () => 0 });
        const support = pool.supports(task, input);
        const unusable = pool.unusable(task, input).map(({ observation }) => observation);
        const found = await pool.forecast(approvedInput({ task, input }), signal).catch(() => undefined);
        expect(found !== undefined).toBe(support.ok);
        const structuredOnes = [...input.context.keys()].filter((index) => input.context[index]?.type === "structured");
        const used = found === undefined ? [] : usedIn(found.trace);
        expect([...used, ...unusable].sort((a, b) => a - b)).toEqual(structuredOnes);
      }),
    );
  });

  it("list counts that are replaced by newer counts of the same class", () => {
    const input = inputOf(counts("c", { yes: 4, no: 2 }, 9), counts("c", { yes: 5, no: 2 }));
    expect(createPool({ release: "service-r13-c", now: () => 0 }).unusable(task, input)).toMatchObject([
      { observation: 0, reason: "Newer counts of the same reference class are used instead." },
    ]);
  });
});
