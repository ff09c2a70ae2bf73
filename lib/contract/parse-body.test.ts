import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mutatedBody } from "#test/arbitrary.ts";
import { parseBody, parseText } from "./parse-body.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const bytes = (...values: number[]) => Uint8Array.from(values);

describe("reading a body", () => {
  it("accepts JSON in UTF-8, with the result of JSON.parse", () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: "binary" }), (text) => {
        expect(parseBody(encode(text))).toEqual({ ok: true, value: JSON.parse(text), duplicates: [], options: [] });
      }),
    );
  });

  it("agrees with JSON.parse on damaged bodies, and never throws", () => {
    fc.assert(
      fc.property(mutatedBody(), (text) => {
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        expect(parseText(text).ok).toBe(isJson);
      }),
      { numRuns: 1_000 },
    );
  });

  it("never throws, whatever the bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 50 }), (any) => {
        const parsed = parseBody(any);
        if (!parsed.ok) expect(parsed.issue).toMatchObject({ code: "INVALID_JSON", path: "" });
      }),
    );
  });

  it.each<[string, Uint8Array]>([
    ["nothing", bytes()],
    ["white space only", encode(" \n")],
    ["a byte order mark", bytes(0xef, 0xbb, 0xbf, 0x7b, 0x7d)],
    ["a byte order mark of UTF-16", bytes(0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00)],
    ["UTF-16", bytes(0x7b, 0x00, 0x7d, 0x00)],
    ["an invalid UTF-8 byte", bytes(0x22, 0xff, 0x22)],
    ["a truncated character", bytes(0x22, 0xe2, 0x82, 0x22)],
    ["an overlong character", bytes(0x22, 0xc0, 0xaf, 0x22)],
    ["an encoded surrogate", bytes(0x22, 0xed, 0xa0, 0x80, 0x22)],
    ["Latin-1", bytes(0x22, 0xe9, 0x22)],
    ["a bare NUL in a string", encode('"\u0000"')],
    ["a bare line break in a string", encode('"\n"')],
    ["a bare escape character", encode('{"a":"\u001b"}')],
    ["a NUL after the end", encode("{}\u0000")],
    ["a trailing comma", encode('{"a":1,}')],
    ["a comment", encode("{}//")],
    ["two values", encode("{}{}")],
    ["NaN", encode('{"a":NaN}')],
    ["single quotes", encode("{'a':1}")],
    ["a leading zero", encode("[01]")],
    ["an incomplete escape", encode('"\\u00"')],
    ["a form", encode("model=service-r13-c")],
    ["a truncated body", encode('{"model":"service-r13-c"')],
    ["32,768 unclosed brackets", encode("[".repeat(32_768))],
  ])("refuses %s as INVALID_JSON", (_, body) => {
    expect(parseBody(body)).toMatchObject({ ok: false, issue: { code: "INVALID_JSON", path: "" } });
  });

  it("keeps what JSON allows: `\\u0000`, lone surrogates, arbitrarily long numbers, 16,000 levels, duplicate names", () => {
    const text = `{"a":"\\u0000\\ud800","b":1e999,"c":${"[".repeat(16_000)}${"]".repeat(16_000)},"d":1,"d":2}`;
    const parsed = parseBody(encode(text));
    if (!parsed.ok) throw new Error(parsed.issue.message);
    expect(parsed.value).toMatchObject({ a: "\u0000\ud800", b: Number.POSITIVE_INFINITY, d: 2 });
    expect(parsed.duplicates).toMatchObject([{ code: "INVALID_REQUEST", path: "/d" }]);
  });

  it("parses `__proto__` as an ordinary property", () => {
    const parsed = parseText('{"__proto__":{"model":"m"}}');
    if (!parsed.ok) throw new Error(parsed.issue.message);
    expect(Object.keys(Object(parsed.value))).toEqual(["__proto__"]);
    expect(Object(parsed.value).model).toBeUndefined();
  });

  it("reports the position of a syntax error without repeating the text", () => {
    const broken = parseText('{"secret":"hunter2","a":1,}');
    expect(broken).toMatchObject({ ok: false, issue: { message: "The body is not valid JSON (at character 26)." } });
    for (const text of [
      "hunter2 position 77",
      '{"hunter2":tru}',
      '["hunter2 in JSON at position 3"',
      '{"a":hunter2}'.padEnd(500),
    ]) {
      const parsed = parseText(text);
      if (parsed.ok) throw new Error("it parsed");
      expect(parsed.issue.message).toMatch(/^The body is not valid JSON( \(at character \d+\))?\.$/);
    }
    expect(parseText("hunter2 position 77")).toMatchObject({ issue: { message: "The body is not valid JSON." } });
  });
});
