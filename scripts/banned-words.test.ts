import { expect, it } from "vitest";
import { ANYWHERE, findBannedWords, IN_COMMENTS } from "./banned-words.ts";

it.each([...ANYWHERE, ...IN_COMMENTS])("refuses $example", (rule) => {
  expect(findBannedWords(rule.example, { comments: true })).toEqual([[1, expect.stringContaining(rule.write)]]);
});

it.each([
  "// Whose turn it is.",
  "/** Of an evaluation. */",
  "/**\n * What counts.",
  "f(); // Whoever asks.",
  "# Where there is one.",
])("refuses a comment that begins like %j", (comment) => {
  expect(findBannedWords(comment, { comments: true })).toHaveLength(1);
});

it("accepts the same words within a comment and in documents", () => {
  expect(findBannedWords("// The answer says\n// What happened.", { comments: true })).toEqual([]);
  expect(findBannedWords("# What it does", { comments: false })).toEqual([]);
});
