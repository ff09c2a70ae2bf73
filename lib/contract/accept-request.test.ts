import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mutatedBody, validRequest } from "#test/arbitrary.ts";
import { effort } from "#test/effort.ts";
import { acceptRequest } from "./accept-request.ts";
import { checkRequest } from "./check-request.ts";
import { MAX_DEPTH } from "./issue.ts";
import { parseText } from "./parse-body.ts";
import type { OrderedRequest } from "./request.ts";

function accept(text: string): OrderedRequest | undefined {
  const parsed = parseText(text);
  return parsed.ok ? acceptRequest(text, parsed.value) : undefined;
}

/** The result of the contract's schema and checks, without the fast path. */
function judge(text: string): OrderedRequest | undefined {
  const parsed = parseText(text);
  if (!parsed.ok) return undefined;
  const check = checkRequest(parsed.value, parsed.duplicates);
  return check.ok ? { request: check.request, options: parsed.options } : undefined;
}

function expectNothingElse(text: string): void {
  const accepted = accept(text);
  if (accepted !== undefined) expect(accepted).toEqual(judge(text));
}

const EXAMPLE = readFileSync("examples/binary.json", "utf8");

describe("the fast path for valid requests", () => {
  it("accepts damaged requests only if the contract does, with the same order of options", () => {
    fc.assert(fc.property(mutatedBody(), expectNothingElse), {
      numRuns: effort({ sample: 1_500, full: 200_000 }),
    });
  });

  it("accepts a valid request in any JSON notation", () => {
    const spelling = fc.constantFrom(undefined, 1, "\t");
    fc.assert(
      fc.property(validRequest(), spelling, fc.boolean(), (request, space, escaped) => {
        const text = JSON.stringify(request, null, space);
        expectNothingElse(escaped ? text.replace(/[^\0-~]/g, escapeUnit) : text);
      }),
      { numRuns: effort({ sample: 500, full: 50_000 }) },
    );
  });

  it("accepts the shipped examples", () => {
    for (const name of ["binary", "counts", "measurement", "multiclass"]) {
      expect(accept(readFileSync(`examples/${name}.json`, "utf8"))).toBeDefined();
    }
  });

  it.each([
    ["a duplicate name", EXAMPLE.replace('"type": "choice"', '"type": "choice", "type": "choice"')],
    ["a duplicate name, once with an escape", EXAMPLE.replace('"yes"', '"no": null, "\\u006eo"')],
    ["a duplicate name in a structured observation", EXAMPLE.replace('"kind"', '"kind": "x", "kind"')],
    ["an unknown member", EXAMPLE.replace('"model"', '"a": 1, "model"')],
    ["__proto__ in place of a member", EXAMPLE.replace('"model"', '"__proto__"')],
    ["__proto__ as an additional member", EXAMPLE.replace('"model"', '"__proto__": {}, "model"')],
    ["options that JavaScript puts in another order", EXAMPLE.replace('"yes":', '"10":')],
    ["a lone surrogate in a text", EXAMPLE.replace("City", "\\ud800")],
    ["a lone surrogate in a member name of data", EXAMPLE.replace('"kind"', '"\\udc00"')],
    ["a number beyond a double", EXAMPLE.replace("0.71", "1e999")],
    ["an observation after the cutoff", EXAMPLE.replace("2026-06-14T21:00:00Z", "2026-06-15T09:00:00.000000001Z")],
    ["a resolution at the cutoff", EXAMPLE.replace("2026-10-01T00:00:00+02:00", "2026-06-15T11:00:00+02:00")],
    ["data one level too deep", EXAMPLE.replace("0.71", nested(MAX_DEPTH - 5))],
  ])("does not accept a request, so the contract's schema decides: %s", (_, text) => {
    expect(parseText(text).ok).toBe(true);
    expect(accept(text)).toBeUndefined();
  });

  it("accepts data at the maximum depth", () => {
    const text = EXAMPLE.replace("0.71", nested(MAX_DEPTH - 6));
    expect(judge(text)).toBeDefined();
    expect(accept(text)).toEqual(judge(text));
  });

  it("does not count a colon inside a text or a name as a member", () => {
    const text = EXAMPLE.replace("City", 'a: \\"b\\": \\\\').replace('"source"', '"so: urce"');
    expect(accept(text)).toEqual(judge(text));
  });
});

/** Returns `depth` nested arrays as JSON. */
function nested(depth: number): string {
  return "[".repeat(depth) + "]".repeat(depth);
}

function escapeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
