import { expect, test } from "vitest";
import { splitJsonl } from "./split-jsonl.ts";

test("keeps every line and its place, and leaves out batches of nothing", () => {
  const lines = Array.from({ length: 90 }, (_, index) => (index >= 25 && index < 50 ? "" : `{"line":${index}}`));
  const batches = splitJsonl(`\uFEFF${lines.join("\n")}`);
  expect(batches.map(({ offset, lines: count }) => [offset, count])).toEqual([
    [0, 25],
    [50, 25],
    [75, 15],
  ]);
  expect(batches.map(({ jsonl }) => jsonl.split("\n")[0])).toEqual(['{"line":0}', '{"line":50}', '{"line":75}']);
});
