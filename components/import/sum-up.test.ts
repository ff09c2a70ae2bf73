import { describe, expect, it } from "vitest";
import type { FileContent } from "#lib/files/file-content.ts";
import { columnError, sumInWords, sumUp } from "./sum-up.ts";
import type { EntryResult } from "./use-import.ts";

const words = { noun: "question", action: "Submit", done: "submitted", already: "already in review" };
const entry = (line: number) => ({ line, text: `{"line":${line}}` });
const content: FileContent = {
  ok: true,
  form: "table",
  header: ["a"],
  rows: [],
  refused: [{ line: 9, message: "unreadable" }],
  sheets: [],
};
const prepared = { entries: [2, 3, 4].map(entry), refused: [{ line: 5, cell: "a", message: "no date" }], asks: [] };
const checked: readonly EntryResult[] = [
  { line: 2, ok: true, isNew: true, entry: entry(2) },
  { line: 3, ok: true, isNew: false, entry: entry(3) },
  { line: 4, ok: false, message: "refused by the server", entry: entry(4) },
];

describe("the sum of an import", () => {
  it("has each line once, with the refusals of every step in the order of the file", () => {
    const { added, unchanged, refused } = sumUp({ content, prepared, checked });
    expect(added).toEqual([entry(2)]);
    expect(unchanged).toBe(1);
    expect(refused.map(({ line }) => line)).toEqual([4, 5, 9]);
  });

  it.each([
    [{ added: [entry(2)], unchanged: 0, refused: [] }, false, "1 question will be submitted."],
    [
      { added: [entry(2), entry(3)], unchanged: 1, refused: [{ line: 4, message: "" }] },
      false,
      "2 questions will be submitted, 1 line is refused, 1 is already in review.",
    ],
    [
      { added: [entry(2)], unchanged: 0, refused: [4, 5].map((line) => ({ line, message: "" })) },
      true,
      "No question will be submitted, 2 lines are refused.",
    ],
    [{ added: [entry(2)], unchanged: 2, refused: [] }, true, "1 question will be submitted, 2 are already in review."],
  ])("is a sentence: %#", (sum, isWhole, sentence) => {
    expect(sumInWords(sum, words, isWhole)).toBe(sentence);
  });

  it("tells columns that refuse every row from a refused row", () => {
    const missing = { ...prepared, refused: [{ line: 1, message: "The column is missing." }] };
    expect(columnError(content, missing)).toBe("The column is missing.");
    expect(columnError(content, prepared)).toBeUndefined();
    const values: FileContent = { ok: true, form: "values", entries: [], refused: [] };
    expect(columnError(values, missing)).toBeUndefined();
  });
});
