import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rightAnswer, sendJson, startFaultyModel } from "#test/faulty-model.ts";
import { believing, MODEL, startLanguageModel } from "#test/language-model.ts";
import { jsonl, lineOf, withFile } from "#test/resolved-cases.ts";
import { until } from "#test/until.ts";

interface Run {
  readonly code: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

const script = fileURLToPath(new URL("./evaluate.ts", import.meta.url));
let folder = "";
let runs = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "evaluations-"));
});
afterAll(() => rm(folder, { recursive: true }));

function start(args: readonly string[], environment: Record<string, string> = {}) {
  let end: (run: Run) => void = () => {};
  const ended = new Promise<Run>((resolve) => {
    end = resolve;
  });
  const env = { ...process.env, ...environment };
  const child = execFile(process.execPath, [script, ...args], { env }, (error, stdout, stderr) => {
    end({ code: error === null ? 0 : (error.code ?? String(error.signal)), stdout, stderr });
  });
  return { child, ended };
}

/** Runs an evaluation. Removes the last line of stdout, which contains the path of a temporary folder. */
async function evaluate(...args: string[]): Promise<Run> {
  const { stdout, ...run } = await start(["--out", join(folder, String(runs++)), ...args]).ended;
  return { ...run, stdout: stdout.replace(/\n\nReport: .*\n$/, "") };
}

const lines = ["rain", "snow", "hail", "fog"].map((question, index) =>
  lineOf(question, [0.3, 0.2 * (index + 1)], "yes"),
);

describe("node research/evaluate.ts", () => {
  it("prints the same figures on every run, and opens with the better references", async () => {
    const [first, second] = await withFile(jsonl(lines), (path) => Promise.all([evaluate(path), evaluate(path)]));
    expect(first).toEqual(second);
    expect(first).toMatchObject({ code: 0, stderr: "" });
    expect(first?.stdout).toMatch(/^Too few questions to tell whether a reference is better/);
    expect(first?.stdout).toMatch(/Brier +log +uniform, log/);
    expect(first?.stdout).toMatch(/^invented +4 +4 /m);
    expect(first?.stdout).toMatch(/^all +4 +4 /m);
  });

  it("exits with 1 for a missing file", async () => {
    expect(await evaluate("/nowhere/at/all.jsonl")).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("ENOENT"),
    });
  });

  it("exits with 1 for an invalid line, prints its number, and scores nothing", async () => {
    const run = await withFile(`${jsonl(lines)}{\n`, evaluate);
    expect(run).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("line 5: This is not valid JSON"),
    });
  });

  it("exits with 1 for an empty file", async () => {
    expect(await withFile("", evaluate)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("contains no cases"),
    });
  });

  it("scores several files together", async () => {
    const run = await withFile(jsonl(lines), (one) => withFile(jsonl(lines), (other) => evaluate(one, other)));
    expect(run).toMatchObject({ code: 0, stdout: expect.stringMatching(/^all +8 +4 +0 /m) });
  });

  it("exits with 2 and prints the usage without a file, and for an unknown or invalid option", async () => {
    expect(await evaluate()).toMatchObject({ code: 2, stderr: expect.stringContaining("Usage:") });
    expect(await evaluate("--wat", "x")).toMatchObject({ code: 2, stderr: expect.stringContaining("Usage:") });
    expect(await evaluate("--parallel", "0", "x")).toMatchObject({ code: 2 });
  });

  it("exits with 3 if requests are refused, after printing the figures of the other requests", async () => {
    const run = await withFile(jsonl([...lines, lineOf("frost", [], "no")]), evaluate);
    expect(run).toMatchObject({ code: 3, stdout: expect.stringMatching(/^all +4 +4 +1 /m) });
    expect(run.stderr).toContain("1 of 5 requests were refused");
    expect(run.stderr).toContain("line 5: TASK_NOT_SUPPORTED: This release needs");
  });

  it("refuses a folder with answers of a different model", async () => {
    const out = join(folder, "taken");
    await withFile(jsonl(lines), async (path) => {
      expect(await start(["--out", out, path]).ended).toMatchObject({ code: 0 });
      const other = { MODEL_ADAPTER: "http", MODEL_URL: "http://127.0.0.1:9" };
      const run = await start(["--out", out, path], other).ended;
      expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining("different model") });
    });
  });
});

describe("an evaluation of a model server", () => {
  const many = Array.from({ length: 30 }, (_, index) =>
    lineOf(`question ${index}`, [0.3], index % 3 === 0 ? "yes" : "no"),
  );

  it.each(["SIGKILL", "SIGTERM"] as const)(
    "resumes after %s, writes the same report as an uninterrupted run, and requests no forecast twice",
    async (signal) => {
      const server = await startFaultyModel();
      const environment = { MODEL_ADAPTER: "http", MODEL_URL: server.url, MODEL_CONCURRENCY: "2" };
      const [out, whole] = [join(folder, `half-${signal}`), join(folder, `whole-${signal}`)];
      const answer: Parameters<typeof server.behave>[0] = (response, request) => {
        if (request.task.instructions.includes("question 4 ")) response.writeHead(422).end();
        else sendJson(response, rightAnswer(request));
      };
      await withFile(jsonl(many), async (path) => {
        let hanging = 0;
        server.behave((response, request) => {
          if (server.requests.length <= 15) answer(response, request);
          else hanging++;
        });
        const { child, ended } = start(["--out", out, path], environment);
        await until("two requests hang", () => hanging === 2);
        child.kill(signal);
        expect(await ended).toMatchObject({ code: signal === "SIGTERM" ? 4 : "SIGKILL" });

        server.behave(answer);
        expect(await start(["--out", out, path], environment).ended).toMatchObject({ code: 3 });
        // The two requests that hung were sent again, because they were never answered.
        expect(server.requests).toHaveLength(30 + 2);
        expect(await start(["--out", whole, path], environment).ended).toMatchObject({ code: 3 });
        for (const name of ["report.json", "report.html"]) {
          expect(await readFile(join(out, name), "utf8")).toBe(await readFile(join(whole, name), "utf8"));
        }
        const report = JSON.parse(await readFile(join(out, "report.json"), "utf8"));
        expect(report).toMatchObject({
          cases: 30,
          answered: 29,
          refused: [{ line: 5, set: "invented", code: "INVALID_MODEL_RESPONSE" }],
          versions: [{ version: `r13-c@${"a".repeat(40)}`, answers: 29 }],
        });
      });
      await server.leave();
    },
  );

  it("supports a language model; counts cases that the adapter does not support as refused", async () => {
    const server = await startLanguageModel();
    server.behave(believing({ "It does.": 0.7, "It does not.": 0.3 }));
    const described = lines.map((line) => {
      const { request } = Object(line);
      const criteria = { yes: "It does.", no: "It does not." };
      return { ...line, request: { ...request, task: { ...request.task, criteria } } };
    });
    const environment = { MODEL_ADAPTER: "llm", MODEL_URL: server.url, MODEL_NAME: MODEL, MODEL_PARALLEL: "5" };
    const out = join(folder, "language");
    const run = await withFile(jsonl([...described, ...lines.slice(0, 1)]), (path) => {
      return start(["--out", out, path], environment).ended;
    });
    expect(run).toMatchObject({ code: 3, stderr: expect.stringContaining("line 5: TASK_NOT_SUPPORTED") });
    expect(server.requests).toHaveLength(4 * 5);
    const report = JSON.parse(await readFile(join(out, "report.json"), "utf8"));
    const [all] = report.sections;
    expect(report).toMatchObject({ subject: { adapter: "llm" }, answered: 4 });
    expect(all).toMatchObject({ dimension: "all", references: { uniform: {} } });
    expect(all.log.value).toBeCloseTo(-Math.log(0.7), 12);
    await server.leave();
  });

  it("retries while the model is loading instead of counting a refusal", async () => {
    const server = await startFaultyModel();
    server.behave((response, request) => {
      if (server.requests.length <= 1) response.writeHead(503, { "retry-after": "1" }).end();
      else sendJson(response, rightAnswer(request));
    });
    const environment = { MODEL_ADAPTER: "http", MODEL_URL: server.url };
    const run = await withFile(jsonl(lines), (path) => {
      return start(["--out", join(folder, "loading"), path], environment).ended;
    });
    expect(run).toMatchObject({ code: 0, stderr: "" });
    await server.leave();
  });
});
