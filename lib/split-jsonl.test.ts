import { describe, expect, it } from "vitest";
import { MAX_LINE_BYTES, splitJsonl } from "./split-jsonl.ts";

const MIB = 1_048_576;
const spans = (text: string) =>
  splitJsonl(text).map(({ jsonl, offset, lines }) => [offset, lines, jsonl !== undefined]);

describe("a file in batches", () => {
  it("contains every line with its position, without empty batches", () => {
    const lines = Array.from({ length: 90 }, (_, index) => (index >= 25 && index < 50 ? "" : `{"line":${index}}`));
    const batches = splitJsonl(`\uFEFF${lines.join("\n")}`);
    expect(batches.map(({ offset, lines: count }) => [offset, count])).toEqual([
      [0, 25],
      [50, 25],
      [75, 15],
    ]);
    expect(batches.map(({ jsonl }) => jsonl?.split("\n")[0])).toEqual(['{"line":0}', '{"line":50}', '{"line":75}']);
  });

  it("keeps each batch below the procedure's body limit, even if all characters are escaped", () => {
    for (const character of ["x", '"', "ä", "\u0000", "\ud800"]) {
      const lines = Array.from({ length: 25 }, () => character.repeat(40_000));
      const batches = splitJsonl(lines.join("\n"));
      expect(batches.length).toBeGreaterThan(1);
      expect(batches.map(({ jsonl }) => jsonl).join("\n")).toBe(lines.join("\n"));
      for (const { jsonl } of batches) expect(Buffer.byteLength(JSON.stringify({ jsonl }))).toBeLessThan(MIB);
    }
  });

  it("puts a line that is too long to be a request into a batch without text, and continues", () => {
    const long = "x".repeat(MAX_LINE_BYTES + 1);
    expect(spans(["a", "", long, "b", "c"].join("\n"))).toEqual([
      [0, 1, true],
      [2, 1, false],
      [3, 2, true],
    ]);
    expect(spans(`${long}\n${long}`)).toEqual([
      [0, 1, false],
      [1, 1, false],
    ]);
    expect(spans("x".repeat(MAX_LINE_BYTES))).toEqual([[0, 1, true]]);
  });
});
