import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_BODY_BYTES } from "./bounds.ts";
import { checkRequest } from "./check-request.ts";
import { readHistory } from "./history.ts";
import type { Json } from "./json.ts";
import { historySchema } from "./observation-kinds.ts";
import { parseText } from "./parse-body.ts";
import { SAMPLE_REQUEST } from "./sample-request.ts";

function timesOf(start: string, every: string, count: number): string[] {
  const read = readHistory({ start, every, values: Array.from({ length: count }, () => 1) });
  if (!read.ok) throw new Error(read.message);
  return read.values.map(({ time }) => time);
}

describe("the times of a regular history", () => {
  it.each([
    ["PT15M", "2026-03-31T23:50:00.5+02:00", ["2026-03-31T23:50:00.5+02:00", "2026-04-01T00:05:00.5+02:00"]],
    ["P1D", "2028-02-28T07:00:00Z", ["2028-02-28T07:00:00Z", "2028-02-29T07:00:00Z", "2028-03-01T07:00:00Z"]],
    ["P1M", "2026-01-31T01:00:00+03:00", ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"]],
    ["P1M", "2028-01-30T01:00:00+03:00", ["2028-01-30", "2028-02-29", "2028-03-30"]],
    ["P3M", "2026-11-30T00:00:00Z", ["2026-11-30", "2027-02-28", "2027-05-30"]],
    ["P1Y", "2028-02-29T00:00:00Z", ["2028-02-29", "2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29"]],
    ["P1Y", "0004-02-29T00:00:00Z", ["0004-02-29", "0005-02-28"]],
  ])("step by %s from %s in its offset, within the calendar", (every, start, expected) => {
    expect(timesOf(start, every, expected.length)).toEqual(
      expected.map((time) => (time.length > 10 ? time : time + start.slice(10))),
    );
  });

  it("are the same for equal durations in other units, and their instants are those of their text", () => {
    const equal = fc.constantFrom([24, "H", 1, "D"], [168, "H", 1, "W"], [12, "M", 1, "Y"], [60, "M", 1, "H"]);
    fc.assert(
      fc.property(equal, fc.integer({ min: 1, max: 50 }), ([count, unit, one, larger], times) => {
        const every = (number: number, of: unknown, timed: boolean) => `P${timed ? "T" : ""}${number}${of}`;
        const first = every(Number(count) * times, unit, unit === "H" || larger === "H");
        const second = every(Number(one) * times, larger, larger === "H");
        const start = "2026-01-31T12:00:00.25-03:30";
        expect(timesOf(start, first, 20)).toEqual(timesOf(start, second, 20));
        const regular = readHistory({ start, every: first, values: [1, null, 2, 3] });
        if (!regular.ok) throw new Error(regular.message);
        expect(readHistory({ values: regular.values.map(({ time, value }) => [time, value]) })).toEqual(regular);
      }),
    );
  });
});

describe("a history", () => {
  const start = "2026-01-01T00:00:00Z";

  it.each<[string, Readonly<Record<string, Json>>, readonly (string | number)[], string]>([
    ["without values", {}, ["values"], "values must be an array."],
    ["with an empty list", { values: [] }, ["values"], "values must have at least one number."],
    ["with missing values only", { start, every: "P1D", values: [null] }, ["values"], "at least one number"],
    ["with numbers only", { values: [1, 2] }, ["values", 0], "must be a pair [time, number]"],
    ["with a triple", { values: [[start, 1, 2]] }, ["values", 0], "must be a pair"],
    [
      "with a date",
      {
        values: [
          [start, 1],
          ["2026-01-02", 2],
        ],
      },
      ["values", 1, 0],
      "must be a date-time such as",
    ],
    ["with a time without offset", { values: [["2026-01-02T00:00:00", 2]] }, ["values", 0, 0], "has no UTC offset"],
    ["with a missing value", { values: [[start, null]] }, ["values", 0], "The value must be a number."],
    ["with a text as value", { start, every: "P1D", values: [1, "2"] }, ["values", 1], "must be a number or null"],
    ["with a pair", { start, every: "P1D", values: [[start, 1]] }, ["values", 0], "must be a number or null"],
    ["with a huge value", { values: [[start, 2e100]] }, ["values", 0], "The value must be from -1e+100 to 1e+100."],
    ["without start", { every: "P1D", values: [1] }, ["start"], "must be a date-time such as"],
    ["that starts with a leap second", { start: "2016-12-31T23:59:60Z", every: "P1D", values: [1] }, ["start"], "leap"],
    ["without every", { start, values: [1] }, ["every"], "every must be"],
    ["after the year 9999", { start, every: "P9999Y", values: [1, 1] }, ["values", 1], "later than the year 9999"],
  ])("is refused with the path of the error: %s", (_, data, path, message) => {
    expect(readHistory(data)).toEqual({ ok: false, path, message: expect.stringContaining(message) });
    const { error } = historySchema.safeParse({ kind: "history", series: "s", ...data });
    expect(error?.issues[0]).toMatchObject({ path, message: expect.stringContaining(message) });
  });

  it.each(["P0D", "P1", "P1.5D", "PT1S", "PT1D", "P1H", "P1DT1H", "P10000D", "-P1D", "p1d", "P01D", " P1D", 1, null])(
    "is refused if `every` is %j",
    (every) => {
      expect(readHistory({ start, every, values: [1] })).toMatchObject({ ok: false, path: ["every"] });
    },
  );

  it("may end exactly when its last value was known, and a missing value may be later", () => {
    const data = { start, every: "P1D", values: [1, 2, null] };
    expect(readHistory(data, "2026-01-02T01:00:00+01:00").ok).toBe(true);
    expect(readHistory(data, "2026-01-01T23:59:59.999999999Z")).toMatchObject({ ok: false, path: ["values", 1] });
  });

  it.each([
    ["1,000 pairs", { values: Array.from({ length: 1_000 }, (_, index) => [`2026-01-01T00:00:00Z`, index / 10]) }],
    ["4,000 regular values", { start, every: "PT1H", values: Array.from({ length: 4_000 }, (_, index) => index / 10) }],
  ])("fits into a request body and is accepted with %s", (_, values) => {
    const data = { kind: "history", series: "s", ...values };
    const { input, ...rest } = SAMPLE_REQUEST;
    const context = [{ type: "structured", data, observed_at: "2029-01-01T00:00:00Z" }];
    const body = JSON.stringify({ ...rest, input: { ...input, context } });
    expect(body.length).toBeLessThanOrEqual(MAX_BODY_BYTES);
    const parsed = parseText(body);
    expect(parsed.ok && checkRequest(parsed.value, parsed.duplicates).ok).toBe(true);
    expect(historySchema.safeParse(data).success).toBe(true);
  });
});
