import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readIdempotencyKey } from "./idempotency-key.ts";

describe("the value of an Idempotency-Key header", () => {
  it.each<[string, string]>([
    ['"8e03978e-40d5-43dd-bc93-6894a57f9324"', "8e03978e-40d5-43dd-bc93-6894a57f9324"],
    ["8e03978e-40d5-43dd-bc93-6894a57f9324", "8e03978e-40d5-43dd-bc93-6894a57f9324"],
    [' "spaces around" ', "spaces around"],
    ['"a\\"b\\\\c, d; e"', 'a"b\\c, d; e'],
    ["run/7:2026-11-01_a.b~c+d=", "run/7:2026-11-01_a.b~c+d="],
    [`"${"k".repeat(255)}"`, "k".repeat(255)],
  ])("is a string with or without quotation marks: %s", (value, key) => {
    expect(readIdempotencyKey(value)).toBe(key);
  });

  it.each([
    "",
    " ",
    '""',
    '"',
    '"a',
    'a"',
    '"a"b"',
    '"a\\n"',
    '"a", "b"',
    "a, b",
    "a,b",
    "a b",
    "a;b=c",
    '"a";b=c',
    "a\\b",
    "é",
    '"é"',
    '"a\u0000b"',
    "a\nb",
    '"a\tb"',
    "k".repeat(256),
    `"${"k".repeat(256)}"`,
  ])("is refused in any other form: %j", (value) => {
    expect(readIdempotencyKey(value)).toBeUndefined();
  });

  it("is read back for every valid string", () => {
    const text = fc.string({ unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)) });
    fc.assert(
      fc.property(text, (key) => {
        const quoted = `"${key.replaceAll(/["\\]/g, "\\$&")}"`;
        expect(readIdempotencyKey(quoted)).toBe(key === "" || key.length > 255 ? undefined : key);
      }),
    );
  });
});
