import { describe, expect, it } from "vitest";
import { batchEntries, MAX_LINE_BYTES } from "./batch-entries.ts";

const MIB = 1_048_576;
const entriesOf = (texts: readonly string[]) => texts.map((text, index) => ({ line: 2 * index + 1, text }));

describe("entries in batches", () => {
  it("are all sent once, in order and without empty batches", () => {
    const entries = entriesOf(Array.from({ length: 60 }, (_, index) => `{"line":${index}}`));
    const batches = batchEntries(entries);
    expect(batches.map((batch) => batch.entries.length)).toEqual([25, 25, 10]);
    expect(batches.flatMap((batch) => batch.entries)).toEqual(entries);
    expect(batches.map(({ jsonl }) => jsonl?.split("\n")[0])).toEqual(['{"line":0}', '{"line":25}', '{"line":50}']);
    expect(batchEntries([])).toEqual([]);
  });

  it("stay below the procedure's body limit, even if all characters are escaped", () => {
    for (const character of ["x", '"', "ä", "\u0000", "\ud800"]) {
      const texts = Array.from({ length: 25 }, () => character.repeat(40_000));
      const batches = batchEntries(entriesOf(texts));
      expect(batches.length).toBeGreaterThan(1);
      expect(batches.map(({ jsonl }) => jsonl).join("\n")).toBe(texts.join("\n"));
      for (const { jsonl } of batches) expect(Buffer.byteLength(JSON.stringify({ jsonl }))).toBeLessThan(MIB);
    }
  });

  it("have no text if an entry is too long to be a request, and continue after it", () => {
    const long = "x".repeat(MAX_LINE_BYTES + 1);
    const sizes = (texts: readonly string[]) =>
      batchEntries(entriesOf(texts)).map(({ entries, jsonl }) => [entries.length, jsonl !== undefined]);
    expect(sizes(["a", long, "b", "c"])).toEqual([
      [1, true],
      [1, false],
      [2, true],
    ]);
    expect(sizes([long, long])).toEqual([
      [1, false],
      [1, false],
    ]);
    expect(sizes(["x".repeat(MAX_LINE_BYTES)])).toEqual([[1, true]]);
  });

  it("are sent at once without limits", () => {
    const entries = entriesOf(Array.from({ length: 60 }, () => "x".repeat(10_000)));
    expect(batchEntries(entries, { lines: Infinity, bytes: Infinity }).map((batch) => batch.entries)).toEqual([
      entries,
    ]);
  });

  it("have one line each, whose value is the same", () => {
    const value = { text: "a\nb", list: [1, 2] };
    const [batch] = batchEntries(entriesOf([JSON.stringify(value, null, 2).replaceAll("\n", "\r\n"), "1"]));
    expect(batch?.jsonl?.split("\n").map((line) => JSON.parse(line))).toEqual([value, 1]);
  });
});
