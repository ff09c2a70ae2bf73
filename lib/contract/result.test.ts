import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { validRequest } from "#test/arbitrary.ts";
import type { Task } from "./request.ts";
import { chooseOption, probabilitiesError } from "./result.ts";

function taskOf(...options: string[]): Task {
  return {
    type: "choice",
    instructions: "Which?",
    criteria: Object.fromEntries(options.map((option) => [option, null])),
    resolution: { criteria: "The official result.", resolves_at: "2027-01-01T00:00:00Z" },
  };
}

describe("the choice", () => {
  it.each<[string, Record<string, number>]>([
    ["no", { yes: 0.4, no: 0.6 }],
    ["no", { no: 0.5, yes: 0.5 }],
    ["no", { yes: 0.5, no: 0.5 }],
    ["10", { "9": 0.25, "10": 0.25, B: 0.25, a: 0.25 }],
    ["a", { B: 0.3, "9": 0.3, a: 0.1 + 0.2, "10": 0.1 }],
    ["B", { a: 0.5, B: 0.5 }],
    ["a", { "a.": 0.5, a: 0.5 }],
    ["a-", { a: 0, "a:": 0.5, "a-": 0.5 }],
    ["constructor", { toString: 0.5, constructor: 0.5 }],
    ["yes", { no: 0.49999999999999994, yes: 0.5 }],
    ["only", { only: 0 }],
  ])("is %s for %j", (choice, probabilities) => {
    expect(chooseOption(probabilities)).toBe(choice);
  });

  it("is the first of the options that tie for the highest probability, by code unit", () => {
    fc.assert(
      fc.property(
        validRequest(),
        fc.array(fc.nat({ max: 3 }), { minLength: 20, maxLength: 20 }),
        fc.boolean(),
        ({ task }, values, reversed) => {
          const entries = Object.keys(task.criteria).map(
            (option, index) => [option, (values[index] ?? 0) / 3] as const,
          );
          const highest = Math.max(...entries.map(([, value]) => value));
          const [first] = entries
            .filter(([, value]) => value === highest)
            .map(([option]) => option)
            .sort();
          expect(chooseOption(Object.fromEntries(reversed ? entries.reverse() : entries))).toBe(first);
        },
      ),
    );
  });

  it("throws if there are no options", () => {
    expect(() => chooseOption({})).toThrow(RangeError);
  });
});

describe("probabilities", () => {
  const task = taskOf("yes", "no");

  it.each([
    ["the sum is 1", { yes: 0.3, no: 0.7 }],
    ["the sum is 0.9e-6 too high", { yes: 0.3, no: 0.7000009 }],
    ["the sum is 0.9e-6 too low", { yes: 0.3, no: 0.6999991 }],
    ["one option is certain", { yes: 1, no: 0 }],
    ["zero is negative zero", { yes: 1, no: -0 }],
  ])("answer the task when %s", (_, probabilities) => {
    expect(probabilitiesError(task, probabilities)).toBeUndefined();
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["the sum is 1.1e-6 too high", { yes: 0.3, no: 0.7000011 }, "do not sum to 1"],
    ["the sum is 1.1e-6 too low", { yes: 0.3, no: 0.6999989 }, "do not sum to 1"],
    ["an option is missing", { yes: 1 }, "number of options"],
    ["an option is added", { yes: 0.5, no: 0.5, maybe: 0 }, "number of options"],
    ["an option has another name", { yes: 0.5, No: 0.5 }, "missing"],
    ["there are no options", {}, "number of options"],
    ["a probability is above 1", { yes: 1.0000005, no: 0 }, "from 0 to 1"],
    ["a probability is below 0", { yes: 1, no: -1e-9 }, "from 0 to 1"],
    ["a probability is NaN", { yes: Number.NaN, no: 1 }, "from 0 to 1"],
    ["a probability is infinite", { yes: Number.POSITIVE_INFINITY, no: 0 }, "from 0 to 1"],
    ["a probability is text", { yes: "0.5", no: 0.5 }, "from 0 to 1"],
    ["a probability is null", { yes: null, no: 1 }, "from 0 to 1"],
  ])("do not answer the task when %s", (_, probabilities, message) => {
    expect(probabilitiesError(task, probabilities)).toContain(message);
  });

  it("are not taken from Object.prototype", () => {
    expect(probabilitiesError(taskOf("constructor", "yes"), { yes: 1, other: 0 })).toContain("missing");
    expect(probabilitiesError(taskOf("constructor", "toString"), { constructor: 0.5, toString: 0.5 })).toBeUndefined();
  });
});
