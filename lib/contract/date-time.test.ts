import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { laterThan, moment, notAfter, spelling } from "#test/arbitrary-date-time.ts";
import {
  compareDateTimes,
  compareInstants,
  DATE_TIME_PATTERN,
  type Instant,
  readDateTime,
  secondsBetween,
  timeOf,
} from "./date-time.ts";

function instant(text: string): Instant {
  const parsed = readDateTime(text);
  if (!parsed.ok) throw new Error(`${text} has a violation of ${parsed.error}`);
  return parsed.instant;
}

const compare = (a: string, b: string) => Math.sign(compareInstants(instant(a), instant(b)));
const violationOf = (text: string) => {
  const parsed = readDateTime(text);
  return parsed.ok ? undefined : parsed.error;
};

describe("a date-time", () => {
  it.each([
    "2026-01-01T00:00:00Z",
    "2026-12-31T23:59:59.999999999+23:59",
    "2026-06-15T12:30:00-00:00",
    "2024-02-29T00:00:00Z",
    "2000-02-29T00:00:00Z",
    "0000-01-01T00:00:00Z",
    "9999-12-31T23:59:59-23:59",
    "2016-12-31T23:59:60Z",
    "2016-12-31T23:59:60.5Z",
    "2017-01-01T05:29:60+05:30",
    "2016-12-31T12:00:60-11:59",
    `2026-01-01T00:00:00.${"0".repeat(20_000)}1Z`,
  ])("is read: %s", (text) => {
    expect(violationOf(text)).toBeUndefined();
    expect(text).toMatch(new RegExp(DATE_TIME_PATTERN));
  });

  it.each(["2026-01-01T00:00:00", "2026-01-01T00:00:00.123", "2016-12-31T23:59:60", "2016-12-31T17:00:60"])(
    "without a zone is distinguished from every other violation: %s",
    (text) => {
      expect(violationOf(text)).toBe("zone");
    },
  );

  it.each([
    ...["", "tomorrow", "2026", "2026-01-01", "2026-01-01T00:00Z", "20260101T000000Z", "2026-001T00:00:00Z"],
    ...[
      "2026-01-01t00:00:00Z",
      "2026-01-01T00:00:00z",
      "2026-01-01 00:00:00Z",
      " 2026-01-01T00:00:00Z",
      "2026-01-01T00:00:00Z\n",
    ],
    ...[
      "2026-00-01T00:00:00Z",
      "2026-13-01T00:00:00Z",
      "2026-01-00T00:00:00Z",
      "2026-01-32T00:00:00Z",
      "2026-04-31T00:00:00Z",
    ],
    ...[
      "2026-02-29T00:00:00Z",
      "2026-02-30T00:00:00Z",
      "1900-02-29T00:00:00Z",
      "2100-02-29T00:00:00Z",
      "2026-02-30T00:00:00",
    ],
    ...["2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01T00:00:61Z", "2026-01-01T25:00:00"],
    ...["2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00+00:60", "2026-01-01T00:00:00+0100", "2026-01-01T00:00:00+01"],
    ...["2026-01-01T00:00:00+1:00", "2026-01-01T00:00:00UTC", "2026-01-01T00:00:00Z+00:00", "2026-01-01T00:00:00[UTC]"],
    ...["2026-01-01T00:00:00.Z", "2026-01-01T00:00:00,5Z", "2026-01-01T00:00:00.", "2026-01-01T00:00:00.-5Z"],
    ...[
      "+002026-01-01T00:00:00Z",
      "-0001-01-01T00:00:00Z",
      "12026-01-01T00:00:00Z",
      "２０２６-01-01T00:00:00Z",
      "2026-01-01T00:00:00−01:00",
    ],
    ...["2016-12-31T23:59:60+01:00", "2016-12-31T22:59:60Z", "2016-12-31T00:00:60Z", "2017-01-01T05:30:60+05:30"],
  ])("in any other format is refused: %j", (text) => {
    expect(violationOf(text)).toBe("form");
  });

  it("has a valid format exactly if the published pattern matches it", () => {
    const like = fc
      .array(fc.tuple(fc.nat(30), fc.constantFrom(..."0129:-+TZz. ,\u0660", "", "00")), { maxLength: 3 })
      .map((changes) => {
        const characters = [..."2026-01-01T00:00:00.5+01:00"];
        for (const [at, character] of changes) characters[at] = character;
        return characters.join("");
      });
    fc.assert(
      fc.property(like, (text) => {
        const parsed = readDateTime(text);
        const pattern = new RegExp(DATE_TIME_PATTERN);
        if (parsed.ok) expect(text).toMatch(pattern);
        else if (parsed.error === "zone") expect(`${text}Z`).toMatch(pattern);
        // The format is valid, so the date was refused because its day or time does not exist.
        else if (pattern.test(text)) expect(Date.parse(text.replace(/\.\d+/, ""))).toBeNaN();
      }),
      { numRuns: 5_000 },
    );
  });

  it("is valid exactly for the days of the calendar, from year 1 to 9999", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), fc.nat(99), fc.nat(99), (year, month, day) => {
        const date = `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
        const oracle = new Date(`${date}T00:00:00Z`);
        const isReal = !Number.isNaN(oracle.getTime()) && oracle.toISOString().startsWith(date);
        const parsed = readDateTime(`${date}T00:00:00Z`);
        expect(parsed.ok).toBe(isReal);
        if (parsed.ok) expect(parsed.instant.seconds).toBe(oracle.getTime() / 1000);
      }),
      { numRuns: 5_000 },
    );
  });

  it("is the same instant as in Date, for any offset", () => {
    fc.assert(
      fc.property(
        moment.chain((of) => fc.tuple(fc.constant(of), spelling(of))),
        ([of, text]) => {
          expect(instant(text)).toEqual({
            seconds: of.seconds,
            leap: of.leap,
            fraction: of.fraction.replace(/0+$/, ""),
          });
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe("the order of date-times", () => {
  it.each([
    ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000000001Z"],
    ["2026-01-01T00:00:00.9Z", "2026-01-01T00:00:00.90000000000000000000000000000001Z"],
    ["2026-01-01T00:00:00.09Z", "2026-01-01T00:00:00.1Z"],
    ["2026-01-01T00:00:00.123456789012345678Z", "2026-01-01T00:00:00.123456789012345679Z"],
    ["2026-01-01T00:00:00+00:01", "2026-01-01T00:00:00Z"],
    ["2026-01-01T23:59:59+23:59", "2026-01-01T00:01:00Z"],
    ["1969-12-31T23:59:59.9Z", "1970-01-01T00:00:00Z"],
    ["1969-12-31T23:59:58.9Z", "1969-12-31T23:59:59.1Z"],
    ["2016-12-31T23:59:59.999Z", "2016-12-31T23:59:60Z"],
    ["2016-12-31T23:59:60Z", "2016-12-31T23:59:60.1Z"],
    ["2016-12-31T23:59:60.999Z", "2017-01-01T00:00:00Z"],
    ["0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z"],
  ])("puts %s before %s", (earlier, later) => {
    expect(compare(earlier, later)).toBe(-1);
    expect(compare(later, earlier)).toBe(1);
  });

  it.each([
    ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000Z"],
    ["2026-01-01T00:00:00.5Z", "2026-01-01T00:00:00.500000Z"],
    ["2026-01-01T00:00:00Z", "2026-01-01T05:30:00+05:30"],
    ["2026-01-01T00:00:00Z", "2025-12-31T23:00:00-01:00"],
    ["2026-01-01T00:00:00-00:00", "2026-01-01T00:00:00+00:00"],
    ["2016-12-31T23:59:60Z", "2017-01-01T05:29:60+05:30"],
  ])("treats %s and %s as the same instant", (a, b) => {
    expect(compare(a, b)).toBe(0);
  });

  const written = moment.chain((of) =>
    fc.oneof(spelling(of), notAfter(of).chain(spelling), laterThan(of).chain(spelling)),
  );

  it("is a total order: reflexive, antisymmetric and transitive", () => {
    const near = moment.chain((of) => {
      const one = fc.oneof(spelling(of), notAfter(of).chain(spelling), laterThan(of).chain(spelling), written);
      return fc.tuple(one, one, one);
    });
    fc.assert(
      fc.property(near, ([a, b, c]) => {
        expect(compare(a, a)).toBe(0);
        expect(compare(a, b) + compare(b, a)).toBe(0);
        if (compare(a, b) <= 0 && compare(b, c) <= 0) expect(compare(a, c)).toBeLessThanOrEqual(0);
        if (compare(a, b) === 0) expect(compare(a, c)).toBe(compare(b, c));
      }),
      { numRuns: 2_000 },
    );
  });

  it("agrees with exact integer arithmetic in units of 10⁻³⁰ seconds", () => {
    const exact = (text: string): bigint => {
      const { seconds, leap, fraction } = instant(text);
      return BigInt(seconds * 2 + (leap ? 1 : 0)) * 10n ** 30n + BigInt(fraction.padEnd(30, "0"));
    };
    fc.assert(
      fc.property(written, written, (a, b) => {
        const difference = exact(a) - exact(b);
        expect(compare(a, b)).toBe(difference < 0n ? -1 : difference > 0n ? 1 : 0);
      }),
    );
  });

  it("measures the seconds between two instants, also across a leap second", () => {
    expect(secondsBetween(instant("2026-01-01T00:00:00Z"), instant("2026-01-02T00:00:00.25Z"))).toBe(86_400.25);
    expect(secondsBetween(instant("2026-01-02T00:00:00Z"), instant("2026-01-01T00:00:00Z"))).toBe(-86_400);
    expect(secondsBetween(instant("2016-12-31T23:59:59Z"), instant("2016-12-31T23:59:60Z"))).toBe(1);
  });

  it("distinguishes a leap second, while its milliseconds equal those of the next second", () => {
    const [before, leap, after] = [
      "2016-12-31T23:59:59.25Z",
      "2016-12-31T23:59:60Z",
      "2017-01-01T02:00:00+02:00",
    ] as const;
    expect([before, leap, after].map(timeOf)).toEqual([before, after, after].map(Date.parse));
    expect(timeOf("soon")).toBeNaN();
    expect([after, leap, before].sort(compareDateTimes)).toEqual([before, leap, after]);
  });
});
