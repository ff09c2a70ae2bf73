import { describe, expect, it } from "vitest";
import { countOf, formatDay, formatDuration, formatInstant, formatWhen, shortDigest, visible } from "./format.ts";

describe("display formats", () => {
  it("show instants in UTC in any time zone of the machine", () => {
    expect(formatInstant("2026-11-20T15:33:11.120+01:00")).toBe("20 Nov 2026, 14:33:11");
    expect(formatInstant("2026-11-20T14:33:00Z")).toBe("20 Nov 2026, 14:33");
    expect(formatInstant("2026-06-30T23:59:60Z")).toBe("30 Jun 2026, 23:59:60");
    expect(formatInstant("2027-01-01T00:59:60.5+01:00")).toBe("31 Dec 2026, 23:59:60");
    expect(formatInstant("soon")).toBe("soon");
    expect(formatDay("2027-01-01T00:30:00+01:00")).toBe("31 Dec 2026");
  });

  it.each([
    ["2026-11-24T12:00:59.999Z", "now"],
    ["2026-11-24T11:59:00Z", "1 min ago"],
    ["2026-11-24T11:00:00.001Z", "59 min ago"],
    ["2026-11-24T17:30:00Z", "in 5 h"],
    ["2026-11-22T12:00:00.001Z", "47 h ago"],
    ["2026-11-21T12:00:00Z", "3 d ago"],
    ["2026-12-01T12:00:00Z", "1 Dec"],
    ["2026-06-30T23:59:60Z", "30 Jun"],
    ["2025-11-24T12:00:00Z", "24 Nov 2025"],
    ["soon", "soon"],
  ])("show %s relative to noon of 24 November 2026 as %s", (instant, shown) => {
    expect(formatWhen(instant, Date.parse("2026-11-24T12:00:00Z"))).toBe(shown);
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
