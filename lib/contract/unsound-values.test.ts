import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { validRequest } from "#test/arbitrary.ts";
import { findUnsoundValues } from "./check-request.ts";

const found = (value: unknown) => findUnsoundValues(value).map(({ code, path }) => `${code} ${path}`);
const nested = (levels: number): unknown => JSON.parse(`${"[".repeat(levels)}0${"]".repeat(levels)}`);
const inData = (data: unknown) => ({ input: { context: [{ type: "structured", data }] } });

describe("unsound values", () => {
  it("are not found in any valid request", () => {
    fc.assert(fc.property(validRequest(), (request) => findUnsoundValues(request).length === 0));
  });

  it.each<[string, unknown, string[]]>([
    ["a high surrogate alone in a text", { task: { instructions: "a\ud800" } }, ["INVALID_TASK /task/instructions"]],
    ["a low surrogate alone", { model: "\udc00a" }, ["INVALID_REQUEST /model"]],
    ["a surrogate pair in the wrong order", inData({ a: "\udc00\ud800" }), ["INVALID_CONTEXT /input/context/0/data/a"]],
    [
      "a lone surrogate in a description",
      { task: { criteria: { yes: "\ud800" } } },
      ["INVALID_CRITERIA /task/criteria/yes"],
    ],
    [
      "a lone surrogate in the resolution",
      { task: { resolution: { criteria: "\ud800" } } },
      ["INVALID_RESOLUTION /task/resolution/criteria"],
    ],
    ["a lone surrogate in a name", inData({ "\ud800": 1 }), ["INVALID_CONTEXT /input/context/0/data/\ufffd"]],
    ["1e999", inData({ a: [1, JSON.parse("1e999")] }), ["INVALID_CONTEXT /input/context/0/data/a/1"]],
    ["-1e999", { model: JSON.parse("-1e999") }, ["INVALID_REQUEST /model"]],
    ["`__proto__` of the request", JSON.parse('{"__proto__":1}'), ["INVALID_REQUEST /__proto__"]],
    ["`__proto__` of the task", JSON.parse('{"task":{"__proto__":{}}}'), ["INVALID_TASK /task/__proto__"]],
    [
      "`__proto__` as an option",
      JSON.parse('{"task":{"criteria":{"__proto__":null}}}'),
      ["INVALID_CRITERIA /task/criteria/__proto__"],
    ],
    [
      "`__proto__` of an observation",
      JSON.parse('{"input":{"context":[{"__proto__":1}]}}'),
      ["INVALID_CONTEXT /input/context/0/__proto__"],
    ],
  ])("are found: %s", (_, value, expected) => {
    expect(found(value)).toEqual(expected);
  });

  it("do not include `__proto__` inside structured data, the largest double, U+0000, or a surrogate pair", () => {
    const data = JSON.parse(
      '{"__proto__":{"__proto__":1},"a":1.7976931348623157e308,"b":"\\u0000","c":"\\ud83d\\ude00"}',
    );
    expect(found(inData(data))).toEqual([]);
  });

  it("include nesting at level 33, reported for the observation that contains the value, or else for the request", () => {
    expect(found(nested(32))).toEqual([]);
    expect(found(nested(33))).toEqual([`INVALID_REQUEST ${"/0".repeat(32)}`]);
    // Request, input, context, observation and data are levels 1 to 5.
    expect(found(inData({ a: nested(27) }))).toEqual([]);
    expect(found(inData({ a: nested(28) }))).toEqual([`INVALID_CONTEXT /input/context/0/data/a${"/0".repeat(27)}`]);
    expect(found({ task: { criteria: { yes: nested(40) } } })).toMatchObject([
      expect.stringMatching(/^INVALID_REQUEST \/task\/criteria\/yes/),
    ]);
    expect(found({ task: { resolution: nested(40) } })).toMatchObject([expect.stringMatching(/^INVALID_REQUEST /)]);
    expect(found(nested(10_000))).toHaveLength(1);
  });

  it("include nesting of both objects and arrays", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 30, maxLength: 35 }), (kinds) => {
        const value = kinds.reduce<unknown>((inner, isArray) => (isArray ? [inner] : { a: inner }), 0);
        expect(found(value).length).toBe(kinds.length > 32 ? 1 : 0);
      }),
    );
  });

  it("are listed at most 50 per code, so that no code hides another", () => {
    const observations = Array.from({ length: 200 }, () => "\ud800");
    const issues = found({ input: { context: observations }, task: { instructions: "\ud800" } });
    expect(issues).toHaveLength(51);
    expect(issues.at(-1)).toBe("INVALID_TASK /task/instructions");
  });
});
