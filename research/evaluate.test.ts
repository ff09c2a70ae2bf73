import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { jsonl, lineOf, withFile } from "./fixtures.ts";

interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function evaluate(...args: string[]): Promise<Run> {
  const script = fileURLToPath(new URL("./evaluate.ts", import.meta.url));
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

const lines = ["rain", "snow", "hail", "fog"].map((question, index) =>
  lineOf(question, [0.3, 0.2 * (index + 1)], "yes"),
);

describe("node research/evaluate.ts", () => {
  it("prints the same figures every time, and says what the reference is", async () => {
    const [first, second] = await withFile(jsonl(lines), (path) => Promise.all([evaluate(path), evaluate(path)]));
    expect(first).toEqual(second);
    expect(first).toMatchObject({ code: 0, stderr: "" });
    expect(first?.stdout).toContain("last forecast: the newest usable forecast of the input alone");
    expect(first?.stdout).toMatch(/^invented +4 +4 /m);
    expect(first?.stdout).toMatch(/^all +4 +4 /m);
  });

  it("exits with 1 for a file that is not there", async () => {
    expect(await evaluate("/nowhere/at/all.jsonl")).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("ENOENT"),
    });
  });

  it("exits with 1 for a bad line, names it, and scores nothing", async () => {
    const run = await withFile(`${jsonl(lines)}{\n`, evaluate);
    expect(run).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("line 5: is not JSON") });
  });

  it("exits with 1 for an empty file", async () => {
    expect(await withFile("", evaluate)).toMatchObject({ code: 1, stderr: expect.stringContaining("holds no case") });
  });

  it("scores several files as one", async () => {
    const run = await withFile(jsonl(lines), (one) => withFile(jsonl(lines), (other) => evaluate(one, other)));
    expect(run).toMatchObject({ code: 0, stdout: expect.stringMatching(/^all +8 +4 +0 /m) });
  });

  it("exits with 2 and the usage without a file, and for an option that it does not know", async () => {
    expect(await evaluate()).toMatchObject({ code: 2, stderr: expect.stringContaining("Usage:") });
    expect(await evaluate("--wat", "x")).toMatchObject({ code: 2, stderr: expect.stringContaining("Usage:") });
  });

  it("exits with 3 where requests are not supported, after the figures of the others", async () => {
    const run = await withFile(jsonl([...lines, lineOf("frost", [], "no")]), evaluate);
    expect(run).toMatchObject({ code: 3, stdout: expect.stringMatching(/^all +4 +4 +1 /m) });
    expect(run.stderr).toContain("1 of 5 requests are not supported");
    expect(run.stderr).toContain("line 5: This release needs");
  });
});
