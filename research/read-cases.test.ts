import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { jsonl, lineOf, withFile } from "#test/resolved-cases.ts";
import { readCases } from "./read-cases.ts";

const good = lineOf("rain", [0.4, 0.6], "yes");

describe("reading resolved questions", () => {
  it("reads plain and gzipped files, whatever their names", async () => {
    const plain = await withFile(jsonl([good, good]), readCases);
    const zipped = await withFile(gzipSync(jsonl([good, good])), readCases);
    expect(plain.bad).toEqual([]);
    expect(plain.cases.map(({ line, question, outcome }) => [line, question, outcome])).toEqual([
      [1, "rain", "yes"],
      [2, "rain", "yes"],
    ]);
    expect(zipped).toEqual(plain);
  });

  it("skips empty lines, but counts them in line numbers", async () => {
    const { cases } = await withFile(`\n${jsonl([good])}\n\n${jsonl([good])}`, readCases);
    expect(cases.map(({ line }) => line)).toEqual([2, 5]);
  });

  it.each([
    ["This is not valid JSON (at character 1).", "{"],
    ["question: Invalid input: expected string, received undefined", JSON.stringify({ ...good, question: undefined })],
    ['outcome: "maybe" is not an option of the task', JSON.stringify({ ...good, outcome: "maybe" })],
    ['outcome: "constructor" is not an option of the task', JSON.stringify({ ...good, outcome: "constructor" })],
  ])("reports the line number and the error: %s", async (message, line) => {
    const { bad } = await withFile(`${jsonl([good])}${line}\n`, readCases);
    expect(bad).toEqual([{ line: 2, message }]);
  });

  it("validates every request against the contract", async () => {
    const { bad } = await withFile(jsonl([{ ...good, request: { model: "service-r13-c" } }]), readCases);
    expect(bad).toEqual([{ line: 1, message: expect.stringMatching(/^request\/\w+: INVALID_/) }]);
  });

  it("rejects if the file does not exist", async () => {
    await expect(readCases("/nowhere/at/all.jsonl")).rejects.toThrow("ENOENT");
  });
});
