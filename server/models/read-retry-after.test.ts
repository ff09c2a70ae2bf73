import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRetryAfter } from "./read-retry-after.ts";

const NOW = Date.parse("2026-11-28T12:00:00Z");

describe("the wait that a response asks for", () => {
  it.each<[Record<string, string>, number | undefined]>([
    [{ "retry-after": "7" }, 7],
    [{ "retry-after": " 7\t" }, 7],
    [{ "retry-after": "0" }, 1],
    [{ "retry-after": "0.2" }, 1],
    [{ "retry-after": "7.01" }, 8],
    [{ "retry-after": "10000" }, 9_999],
    [{ "retry-after": "Sat, 28 Nov 2026 12:00:30 GMT" }, 30],
    [{ "retry-after": "Saturday, 28-Nov-26 12:00:30 GMT" }, 30],
    [{ "retry-after": "Sat, 28 Nov 2026 11:00:00 GMT" }, 1],
    [{ "retry-after": "Sun, 28 Nov 2027 12:00:00 GMT" }, 9_999],
    [{ "retry-after-ms": "1200", "retry-after": "7" }, 2],
    [{ "retry-after-ms": "soon", "retry-after": "7" }, 7],
    [{}, undefined],
    [{ "retry-after": "" }, undefined],
    [{ "retry-after": "-1" }, undefined],
    [{ "retry-after": "7 s" }, undefined],
    [{ "retry-after": "tomorrow" }, undefined],
  ])("%j is %s seconds", (headers, seconds) => {
    expect(readRetryAfter(headers, NOW)).toBe(seconds);
  });

  it("is a whole number from 1 to 9,999, or undefined, for any header", () => {
    const text = fc.oneof(
      fc.string(),
      fc.double().map(String),
      fc.date().map((date) => date.toUTCString()),
    );
    fc.assert(
      fc.property(text, text, (seconds, ms) => {
        const wait = readRetryAfter({ "retry-after": seconds, "retry-after-ms": ms }, NOW) ?? 1;
        expect(Number.isInteger(wait) && wait >= 1 && wait <= 9_999).toBe(true);
      }),
    );
  });
});
