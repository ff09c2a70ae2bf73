import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { findBrowser } from "./find-browser.ts";
import { installPackages } from "./install-packages.ts";
import { describeFailures, hasFailed, mayRetry, mergeRetry, type Result, type Results } from "./test-results.ts";

/**
 * Runs all checks and tests, the cheap ones first. With `--full`, exhaustive tests run completely instead of on a
 * sample. Tests that fail run a second time; a test that then passes is reported as flaky. The last line of the output
 * counts passed, failed and skipped tests.
 */

const MEMORY = "/dev/shm";
const MEMORY_BYTES_NEEDED = 4 * 1024 ** 3;
const SLOWEST = 10;
/** The run fails if more tests than this are flaky. */
const MAX_FLAKY = 3;
/** The maximum length of the list of failures: CI shows only the last 100 lines of the output. */
const MAX_FAILURE_LINES = 65;
/** Servers that the process tests start: Debian package and path of the program. */
const PROGRAMS = {
  "nginx-light": "/usr/sbin/nginx",
  pgbouncer: "/usr/sbin/pgbouncer",
  prometheus: "/usr/bin/prometheus",
};

const scratch = mkdtempSync(join(hasMemory() ? MEMORY : tmpdir(), "gateway-test-"));
// PostgreSQL and other servers that refuse to run as root use folders inside this one as another user.
chmodSync(scratch, 0o711);
const isFull = process.argv.includes("--full");
const seed = process.env.TEST_SEED ?? String(Date.now() % 2 ** 31);
const environment = {
  ...process.env,
  PATH: `${resolve("node_modules", ".bin")}:${process.env.PATH}`,
  NEXT_TELEMETRY_DISABLED: "1",
  // Caches compiled code: the tests start the gateway a hundred times, and compilation is a third of each start.
  NODE_COMPILE_CACHE: resolve("node_modules", ".cache", "node"),
  // Enlarges the heap for new objects: garbage collection runs less often and copies fewer objects.
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --max-semi-space-size=64`,
  TMPDIR: scratch,
  TEST_SEED: seed,
  ...(isFull ? { TEST_FULL: "1" } : {}),
};
const steps: { readonly name: string; readonly ms: number; readonly results: Results }[] = [];
const flaky: Result[] = [];

console.error(`Random seed of the generated cases: TEST_SEED=${seed}`);
await Promise.all([
  check("types", "tsc", ["--noEmit"]),
  check("lint and format", "biome", ["ci", "--error-on-warnings", "."]),
  check("unused code", "knip", []),
  check("file names in the documentation", process.execPath, ["scripts/check-documents.ts"]),
  check("banned words", process.execPath, ["scripts/check-words.ts"]),
]);
installPackages(
  Object.entries(PROGRAMS)
    .filter(([, path]) => !existsSync(path))
    .map(([name]) => name),
);
const [, isBuilt] = await Promise.all([vitest("unit"), check("build", process.execPath, ["scripts/build-planted.ts"])]);
if (isBuilt) await Promise.all([vitest("integration").then(() => vitest("process")), endToEnd()]);

rmSync(scratch, { recursive: true });
report();

/** Runs a command as a test that passes if the command exits with 0. */
function check(name: string, command: string, args: readonly string[]): Promise<boolean> {
  return step(name, async () => {
    const start = performance.now();
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], env: environment });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    const [code] = await once(child, "close");
    process.stderr.write(output);
    const ms = performance.now() - start;
    const state = code === 0 ? "passed" : "failed";
    return { tests: [{ file: name, title: "", kind: "test", state, ms, error: output, warnings: [] }], errors: [] };
  });
}

/** Runs one of the projects in vitest.config.ts; on the second attempt, only the files with failed tests. */
function vitest(project: string): Promise<boolean> {
  return step(`${project} tests`, () =>
    twice((failed) => {
      const files = new Set(failed?.map(({ file }) => file));
      const alone = failed === undefined ? [] : [...files, "--maxWorkers=1"];
      const reporters = ["--reporter=default", "--reporter=./scripts/vitest-reporter.ts"];
      return runTests("vitest", ["run", "--project", project, ...reporters, ...alone]);
    }),
  );
}

function endToEnd(): Promise<boolean> {
  return step("end-to-end tests", async () => {
    const browser = { BROWSER_PATH: findBrowser() };
    return twice((failed) => {
      const alone = failed === undefined ? [] : ["--last-failed", "--workers=1"];
      return runTests("playwright", ["test", "--reporter=list,./scripts/playwright-reporter.ts", ...alone], browser);
    });
  });
}

/** Runs all tests, then runs the failed tests again if there are few enough. */
async function twice(run: (failed?: readonly Result[]) => Promise<Results>): Promise<Results> {
  const first = await run();
  if (!mayRetry(first, MAX_FLAKY - flaky.length)) return first;
  console.error("\n— second run of the failed tests");
  const merged = mergeRetry(first, await run(first.tests.filter(hasFailed)));
  flaky.push(...merged.flaky);
  return merged;
}

async function runTests(command: string, args: readonly string[], more: NodeJS.Dict<string> = {}): Promise<Results> {
  const file = join(mkdtempSync(join(scratch, "results-")), "results.json");
  const env = { ...environment, ...more, TEST_RESULTS: file };
  const [code] = await once(spawn(command, args, { stdio: "inherit", env }), "exit");
  const results: Results = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { tests: [], errors: [] };
  const isExplained = results.errors.length > 0 || results.tests.some(hasFailed);
  return code === 0 || isExplained ? results : { ...results, errors: [`${command} exited with ${code}`] };
}

/** Runs one step, stores its duration and results, and returns whether all its tests passed. */
async function step(name: string, work: () => Promise<Results>): Promise<boolean> {
  console.error(`\n— ${name}`);
  const start = performance.now();
  const results = await work().catch((error) => ({ tests: [], errors: [String(error)] }));
  steps.push({ name, ms: performance.now() - start, results });
  return results.errors.length === 0 && !results.tests.some(hasFailed);
}

function report(): void {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`.padStart(9);
  console.error("\nDuration of each step:");
  for (const { name, ms } of steps) console.error(`${seconds(ms)}  ${name}`);
  const tests = steps.flatMap(({ results }) => results.tests);
  console.error(`\nThe ${SLOWEST} slowest test files:`);
  for (const [file, ms] of slowestFiles(tests.filter(({ title }) => title !== "")))
    console.error(`${seconds(ms)}  ${file}`);
  const warnings = tests.flatMap((test) => test.warnings);
  if (warnings.length > 0) console.error(`\nWarnings:\n${warnings.map((text) => `  ${text}`).join("\n")}`);
  const names = tests.flatMap(({ state, file, title }) => (state === "skipped" ? [`  ${file} ${title}`] : []));
  if (names.length > 0) console.error(`\nSkipped:\n${names.join("\n")}`);
  const failures = [
    ...tests.filter(hasFailed),
    ...steps.flatMap(({ name, results }) => results.errors.map((error) => asFailure(name, error))),
  ];
  if (flaky.length > MAX_FLAKY) {
    failures.push(
      asFailure(
        "flaky tests",
        `${flaky.length} tests failed in one run and passed in the other; at most ${MAX_FLAKY} are allowed`,
      ),
    );
  }
  if (flaky.length > 0) console.error(["\nFlaky:", ...describeFailures(flaky, MAX_FLAKY * 5)].join("\n"));
  if (failures.length > 0) console.error(["\nFailed:", ...describeFailures(failures, MAX_FAILURE_LINES)].join("\n"));
  if (flaky.length + failures.length > 0) console.error(`\nTo repeat the same generated cases, set TEST_SEED=${seed}`);
  const count = (state: Result["state"]) => tests.filter((test) => test.state === state && test.kind === "test").length;
  const skipped = count("skipped");
  console.log(`${count("passed")} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  process.exit(failures.length > 0 ? 1 : 0);
}

function slowestFiles(tests: readonly Result[]): [string, number][] {
  const files = new Map<string, number>();
  for (const { file, ms } of tests) files.set(file, (files.get(file) ?? 0) + ms);
  return [...files].sort(([, a], [, b]) => b - a).slice(0, SLOWEST);
}

function asFailure(file: string, error: string): Result {
  return { file, title: "", kind: "other", state: "failed", ms: 0, error, warnings: [] };
}

/** Whether the memory file system has room for test data. On disk, creating a hundred databases is slow. */
function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > MEMORY_BYTES_NEEDED;
  } catch {
    return false;
  }
}
