import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  countsSchema,
  forecastSchema,
  isObservationKind,
  OBSERVATION_KINDS,
  partitionSchema,
} from "./observation-kinds.ts";
import { type Interval, partitionError } from "./partition-cover.ts";

describe("the kinds of structured observation", () => {
  it.each(Object.entries(OBSERVATION_KINDS))(
    "have a published JSON Schema and an example, which has no other property: %s",
    (kind, { schema, example }) => {
      expect(schema.parse(example)).toEqual(example);
      expect(example.kind).toBe(kind);
      expect(schema.safeParse({ ...example, wieght: 2 }).success).toBe(false);
      const published = z.toJSONSchema(schema, { unrepresentable: "any" });
      expect(published).toMatchObject({ type: "object", additionalProperties: false });
    },
  );

  it("do not include the property names of Object.prototype", () => {
    expect(["forecast", "counts", "measurement", "partition"].every(isObservationKind)).toBe(true);
    expect(["constructor", "toString", "", 1, null, undefined].some(isObservationKind)).toBe(false);
  });

  it.each([
    ["a sum that differs from 1 by more than 0.001", { yes: 0.5, no: 0.4989 }],
    ["a probability above 1", { yes: 1.2, no: -0.2 }],
    ["a probability that is not a number", { yes: "0.5", no: 0.5 }],
    ["a probability that is not finite", { yes: Infinity, no: 0 }],
    ["no option at all", {}],
    ["a name that is not an option id", { "not an id": 1 }],
    ["an array", [0.5, 0.5]],
    ["null", null],
  ])("refuses forecasts with %s", (_, probabilities) => {
    expect(forecastSchema.safeParse({ kind: "forecast", source: "s", probabilities }).success).toBe(false);
  });

  it.each([
    ["an empty source", { source: "" }],
    ["a source of white space", { source: " \n" }],
    ["a source that is too long", { source: "s".repeat(201) }],
    ["a weight of 0", { weight: 0 }],
    ["a negative weight", { weight: -1 }],
    ["a weight that is a string", { weight: "1" }],
  ])("refuses forecasts with %s", (_, change) => {
    const forecast = { kind: "forecast", source: "s", probabilities: { yes: 0.5, no: 0.5 }, ...change };
    expect(forecastSchema.safeParse(forecast).success).toBe(false);
  });

  it("accepts a sum of probabilities that differs from 1 by less than 0.001", () => {
    const forecast = { kind: "forecast", source: "s", probabilities: { yes: 0.5, no: 0.4991 } };
    expect(forecastSchema.safeParse(forecast).success).toBe(true);
  });

  it("refuses negative counts", () => {
    const counts = { kind: "counts", reference_class: "c", counts: { yes: -1, no: 3 } };
    expect(countsSchema.safeParse(counts).success).toBe(false);
  });

  it("refuses a partition that leaves a gap", () => {
    const intervals = { low: { below: 4 }, high: { above: 4 } };
    expect(partitionSchema.safeParse({ kind: "partition", series: "s", intervals }).success).toBe(false);
  });
});

describe("a partition", () => {
  const error = (intervals: Record<string, Interval>) => partitionError(Object.entries(intervals));

  it("covers all numbers if each bound belongs to exactly one option, in any order", () => {
    expect(error({ high: { above: 5 }, low: { below: 4 }, middle: { at_least: 4, at_most: 5 } })).toBeUndefined();
    expect(error({ exactly: { at_least: 4, at_most: 4 }, low: { below: 4 }, high: { above: 4 } })).toBeUndefined();
  });

  it.each<[string, Record<string, Interval>]>([
    [
      "The value 4 between the intervals of low and high belongs to no option.",
      { low: { below: 4 }, high: { above: 4 } },
    ],
    ["The intervals of low and high both contain 4.", { low: { at_most: 4 }, high: { at_least: 4 } }],
    ["The intervals of low and high overlap.", { low: { below: 5 }, high: { at_least: 4 } }],
    ["Values between the intervals of low and high belong to no option.", { low: { below: 4 }, high: { at_least: 5 } }],
    [
      "Values below the interval of low belong to no option.",
      { low: { at_least: 0, below: 4 }, high: { at_least: 4 } },
    ],
    ["Values above the interval of high belong to no option.", { low: { below: 4 }, high: { at_least: 4, below: 9 } }],
    ["The interval of low has two lower bounds.", { low: { above: 1, at_least: 1 }, high: {} }],
    ["The interval of low has two upper bounds.", { low: { below: 1, at_most: 1 }, high: { above: 1 } }],
    ["The interval of none is empty.", { none: { above: 4, below: 4 }, low: { below: 4 }, high: { at_least: 4 } }],
    ["The intervals of all and none overlap.", { all: {}, none: {} }],
    ["The partition has no interval.", {}],
  ])("is refused: %s", (message, intervals) => {
    expect(error(intervals)).toBe(message);
  });
});
