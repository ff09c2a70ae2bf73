import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { identify } from "#server/base/digest.ts";
import { signIn } from "#test/console-client.ts";
import { approval, newRequest } from "#test/review.ts";
import { makeFolder, type RunningProcess, run } from "#test/run-process.ts";
import { startSeeded } from "#test/start-seeded.ts";
import { until } from "#test/until.ts";

/** Installs each client as its README says and runs its example against a gateway whose members do their part. */

const hasPython = spawnSync("python3", ["-m", "pip", "--version"]).status === 0;

const { server, accounts, api_key: GATEWAY_API_KEY } = await startSeeded();
const researcher = await signIn(server.url, accounts.researcher);
const reviewer = await signIn(server.url, accounts.reviewer);

interface Submission {
  readonly submissionId: string;
  readonly taskId: string;
  readonly inputId: string;
}

/** Approves the request as soon as it waits for review, and confirms an outcome once the example has its proof. */
async function doMembersPart(example: RunningProcess, taskId: string): Promise<void> {
  const submission = await until("the request waits for review", async () => {
    const { submissions } = (await reviewer.query("reviews.queue", { taskId })) as { submissions: Submission[] };
    return submissions[0];
  });
  await reviewer.mutate("reviews.decide", approval(submission));
  await example.printed("Proven: event ");
  const happenedAt = new Date().toISOString();
  const entry = { taskId, option: "yes", happenedAt, source: "https://example.com/outcome" };
  const { outcomeId } = (await researcher.mutate("outcomes.record", entry)) as { outcomeId: string };
  await reviewer.mutate("outcomes.confirm", { outcomeId });
}

function makeRequest(folder: string) {
  const { task, ...rest } = newRequest();
  const request = {
    ...rest,
    task: { ...task, resolution: { ...task.resolution, resolves_at: "2100-01-01T00:00:00Z" } },
  };
  writeFileSync(join(folder, "request.json"), JSON.stringify(request));
  return identify(request.task).id;
}

async function expectWholeLife(start: (environment: Record<string, string>) => RunningProcess, taskId: string) {
  const example = start({ GATEWAY_URL: server.url, GATEWAY_API_KEY });
  await doMembersPart(example, taskId);
  expect((await example.exit).code, example.output()).toBe(0);
  expect(example.output()).toMatch(
    /^Waits for review: http\S+\/submissions\/\S+\nForecast \S+: \{.*\}\nProven: event \d+ of the audit log\nScore: Brier [\d.]+, log [\d.]+\n$/,
  );
}

describe.concurrent("the example of a client follows a request from its review to its score", () => {
  it("with the TypeScript client, installed from its npm package", async () => {
    const folder = makeFolder();
    const npm = (args: readonly string[]) => run("npm", [...args, "--offline", "--no-audit", "--no-fund"]);
    const packed = npm(["pack", resolve("clients/typescript"), "--pack-destination", folder]);
    expect((await packed.exit).code, packed.output()).toBe(0);
    const [archive = ""] = readdirSync(folder);
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    const installed = npm(["install", "--prefix", folder, join(folder, archive)]);
    expect((await installed.exit).code, installed.output()).toBe(0);
    cpSync("examples/clients/ask.mjs", join(folder, "ask.mjs"));
    const taskId = makeRequest(folder);
    const script = `process.chdir(${JSON.stringify(folder)}); process.argv[2] = "request.json"; await import("./ask.mjs");`;
    writeFileSync(join(folder, "start.mjs"), script);
    await expectWholeLife((environment) => run(process.execPath, [join(folder, "start.mjs")], environment), taskId);
  });

  it.skipIf(!hasPython)("with the Python client (skipped without python3 and pip)", async () => {
    const folder = makeFolder();
    const packages = join(folder, "packages");
    const installed = run("python3", [
      "-m",
      "pip",
      "install",
      "--no-index",
      "--target",
      packages,
      resolve("clients/python"),
    ]);
    expect((await installed.exit).code, installed.output()).toBe(0);
    const taskId = makeRequest(folder);
    const script = resolve("examples/clients/ask.py");
    const program = [
      "-c",
      `import os, runpy, sys; os.chdir(sys.argv[1]); sys.argv = ["ask.py", "request.json"]; runpy.run_path(${JSON.stringify(script)})`,
      folder,
    ];
    await expectWholeLife((environment) => run("python3", program, { ...environment, PYTHONPATH: packages }), taskId);
  });

  it.skipIf(!hasPython)("with the notebook (skipped without python3 and pip)", async () => {
    const { cells } = JSON.parse(readFileSync("examples/clients/ask.ipynb", "utf8"));
    const code = cells
      .filter((cell: { cell_type: string }) => cell.cell_type === "code")
      .map(({ source }: { source: string[] }) => source.join(""));
    const folder = makeFolder();
    // Records what would be plotted, because Matplotlib is not a dependency of the tests.
    writeFileSync(
      join(folder, "stub.py"),
      `import sys, types
from unittest.mock import MagicMock
pyplot = MagicMock()
pyplot.subplots.return_value = (MagicMock(), axes := MagicMock())
sys.modules["matplotlib"] = types.ModuleType("matplotlib")
sys.modules["matplotlib"].pyplot = sys.modules["matplotlib.pyplot"] = pyplot
`,
    );
    const whole = ["from stub import axes", ...code, 'print("plotted", *axes.barh.call_args.args)'].join("\n\n");
    writeFileSync(join(folder, "notebook.py"), whole);
    const environment = { GATEWAY_URL: server.url, GATEWAY_API_KEY };
    const path = [folder, resolve("clients/python")].join(":");
    const example = run("python3", ["-u", join(folder, "notebook.py")], { ...environment, PYTHONPATH: path });
    const id = await until(
      "the notebook prints the submission",
      () => /submissions\/(\S+)\n/.exec(example.output())?.[1],
    );
    const submission = (await reviewer.query("submissions.get", { submissionId: id })) as Submission;
    await reviewer.mutate("reviews.decide", approval(submission));
    expect((await example.exit).code, example.output()).toBe(0);
    expect(example.output()).toMatch(/Event \d+ of the audit log\nplotted \['yes', 'no'\] \[0\.\d+, 0\.\d+\]\n$/);
  });
});
