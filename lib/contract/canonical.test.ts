import canonicalize from "canonicalize";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "./canonical.ts";

describe("the canonical form of JSON", () => {
  it("equals the output of RFC 8785's reference implementation for any value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "binary", maxDepth: 6 }), (value) => {
        expect(canonicalJson(value)).toBe(canonicalize(value));
      }),
      { numRuns: 2_000 },
    );
  });

  it("sorts names by UTF-16 code units, not by code points, locale or number", () => {
    // RFC 8785, section 3.2.3: the emoji's first unit, U+D83D, comes before U+FB33.
    const names = ["\u20ac", "\r", "\ufb33", "1", "\u{1f600}", "\u0080", "\u00f6", "10", "9", "B", "a", "__proto__"];
    const value = Object.fromEntries(names.map((name) => [name, 0]));
    const sorted = ["\r", "1", "10", "9", "B", "__proto__", "a", "\u0080", "\u00f6", "\u20ac", "\u{1f600}", "\ufb33"];
    expect(canonicalJson(value)).toBe(`{${sorted.map((name) => `${JSON.stringify(name)}:0`).join(",")}}`);
  });

  it("writes the numbers of RFC 8785's appendix B as ECMAScript does", () => {
    const numbers = [
      0, -0, 5e-324, -5e-324, 1.7976931348623157e308, 9007199254740992, 295147905179352830000, 9.999999999999997e22,
      1e23, 1e21,
    ];
    const written =
      "0 0 5e-324 -5e-324 1.7976931348623157e+308 9007199254740992 295147905179352830000 9.999999999999997e+22 1e+23 1e+21";
    expect(numbers.map(canonicalJson)).toEqual(written.split(" "));
  });

  it("escapes only quotes, backslashes and control characters, including `\\u0000`", () => {
    expect(canonicalJson('\u0000\b\t\n\f\r"\\\u001f\u007f\u2028é')).toBe(
      '"\\u0000\\b\\t\\n\\f\\r\\"\\\\\\u001f\u007f\u2028é"',
    );
  });

  it.each<[string, unknown]>([
    ["a number that is not finite", [Number.POSITIVE_INFINITY]],
    ["NaN", { a: Number.NaN }],
    ["a lone surrogate", ["\ud800"]],
    ["a lone surrogate in a name", { "\udc00": 1 }],
    ["undefined", undefined],
    ["a member that is undefined", { a: undefined }],
    ["a function", () => 1],
    ["a bigint", 1n],
  ])("does not exist for %s", (_, value) => {
    expect(() => canonicalJson(value)).toThrow(RangeError);
  });
});
