import { describe, expect, it } from "vitest";
import { countOf, formatAge, formatDuration, formatInstant, shortDigest, visible } from "./format.ts";

describe("display formats", () => {
  it("show instants in UTC in any time zone of the machine", () => {
    expect(formatInstant("2026-11-20T15:33:11.120+01:00")).toBe("2026-11-20 14:33:11");
    expect(formatInstant("2026-06-30T23:59:60Z")).toBe("2026-06-30 23:59:60");
    expect(formatInstant("2027-01-01T00:59:60.5+01:00")).toBe("2026-12-31 23:59:60");
    expect(formatInstant("soon")).toBe("soon");
  });

  it.each([
    [0, "0 ms"],
    [0.0004, "<0.001 ms"],
    [0.0813, "0.081 ms"],
    [9.96, "10 ms"],
    [13.2, "13 ms"],
    [999.4, "999 ms"],
    [999.6, "1.00 s"],
    [1284, "1.28 s"],
    [30_000, "30.0 s"],
  ])("shows %d ms as %s", (ms, shown) => {
    expect(formatDuration(ms)).toBe(shown);
  });

  it("shorten digests, print counts with nouns, and replace U+0000", () => {
    expect(shortDigest(`sha256:${"ab".repeat(32)}`)).toBe("sha256:ababababab…");
    expect(countOf(1, "event")).toBe("1 event");
    expect(countOf(12_345, "event")).toBe("12,345 events");
    expect(visible("a\u0000b")).toBe("a␀b");
  });
});

it.each([
  [-5, "now"],
  [59_999, "now"],
  [60_000, "1 min"],
  [3_599_999, "59 min"],
  [3_600_000, "1 h"],
  [47 * 3_600_000, "47 h"],
  [72 * 3_600_000, "3 d"],
])("shows an age of %i ms as %s", (ms, age) => {
  expect(formatAge(ms)).toBe(age);
});
