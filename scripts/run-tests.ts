import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { SHORT_LIVED } from "#test/short-lived.ts";
import { findBrowser } from "./find-browser.ts";
import { installPackages } from "./install-packages.ts";
import { describeFailures, failure, type Result, readPlaywright, readVitest } from "./test-results.ts";

/**
 * Runs the checks and the quick tests, the cheap ones first. `--all` also runs the slow tests. `--full` runs all tests
 * with all generated cases. A test that fails runs again, and is reported as flaky if it then passes. The last line of
 * the output counts passed, failed and skipped tests.
 */

const MEMORY = "/dev/shm";
const MEMORY_BYTES_NEEDED = 4 * 1024 ** 3;
const SLOWEST = 10;
/** The run fails if more tests than this are flaky. */
const MAX_FLAKY = 3;
/** The maximum length of the list of failures: CI shows only the last 100 lines of the output. */
const MAX_FAILURE_LINES = 65;
/** Programs that the process tests start: Debian package and a path in it. */
const PROGRAMS = {
  "nginx-light": "/usr/sbin/nginx",
  pgbouncer: "/usr/sbin/pgbouncer",
  prometheus: "/usr/bin/prometheus",
  "python3-build": "/usr/lib/python3/dist-packages/build",
  "python3-setuptools": "/usr/lib/python3/dist-packages/setuptools",
  "python3-venv": "/usr/share/doc/python3-venv",
  "python3-wheel": "/usr/lib/python3/dist-packages/wheel",
};

const scratch = mkdtempSync(join(hasMemory() ? MEMORY : tmpdir(), "gateway-test-"));
// PostgreSQL and other servers that refuse to run as root use folders inside this one as another user.
chmodSync(scratch, 0o711);
const isFull = process.argv.includes("--full");
const runsSlowTests = isFull || process.argv.includes("--all");
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
const steps: { readonly name: string; readonly ms: number; readonly results: readonly Result[] }[] = [];

console.error(`Random seed of the generated cases: TEST_SEED=${seed}`);
await Promise.all([
  check("types", "tsc", ["--noEmit"]),
  check("lint and format", "biome", ["ci", "--error-on-warnings", "."]),
  check("unused code", "knip", []),
  check("file names in the documentation", process.execPath, ["scripts/check-documents.ts"]),
  check("banned words", process.execPath, ["scripts/check-words.ts"]),
]);
const [, isBuilt] = await Promise.all([
  vitest("unit tests", ["unit"], 1),
  check("build", process.execPath, ["scripts/build-planted.ts"]),
  check("seeded database", process.execPath, [...SHORT_LIVED, "test/make-seeded-folder.ts"]),
]);
if (isBuilt) {
  await Promise.all([
    vitest("integration tests", ["integration"], 1),
    // One worker, because a second one would start a gateway and a browser of its own.
    playwright("end-to-end tests", ["--grep=@quick", "--workers=1"]),
  ]);
  if (runsSlowTests) {
    installPackages(
      Object.entries(PROGRAMS)
        .filter(([, path]) => !existsSync(path))
        .map(([name]) => name),
    );
    await Promise.all([
      vitest("slow tests", ["slow", "process"], 3),
      playwright("slow end-to-end tests", ["--grep-invert=@quick"]),
    ]);
  }
}

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
    return [{ file: name, title: "", state: code === 0 ? "passed" : "failed", ms, error: output }];
  });
}

/** Runs projects in vitest.config.ts. Each worker takes seconds of CPU time to load the server's modules. */
function vitest(name: string, projects: readonly string[], workers: number): Promise<boolean> {
  const reporters = (file: string) => ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const chosen = projects.map((project) => `--project=${project}`);
  return step(name, () =>
    runTests(
      (file) => ["vitest", ["run", "--retry=1", `--maxWorkers=${workers}`, ...chosen, ...reporters(file)], {}],
      readVitest,
    ),
  );
}

function playwright(name: string, chosen: readonly string[]): Promise<boolean> {
  const args = ["test", "--retries=1", "--reporter=list,json", ...chosen];
  return step(name, () =>
    runTests((file) => {
      return ["playwright", args, { BROWSER_PATH: findBrowser(), PLAYWRIGHT_JSON_OUTPUT_FILE: file }];
    }, readPlaywright),
  );
}

/** Runs a command that writes a JSON report to a file, and reads the results from the report. */
async function runTests<Report>(
  commandFor: (file: string) => [command: string, args: readonly string[], environment: NodeJS.Dict<string>],
  read: (report: Report) => Result[],
): Promise<Result[]> {
  const file = join(mkdtempSync(join(scratch, "results-")), "results.json");
  const [command, args, more] = commandFor(file);
  const [code] = await once(spawn(command, args, { stdio: "inherit", env: { ...environment, ...more } }), "exit");
  const results = existsSync(file) ? read(JSON.parse(readFileSync(file, "utf8"))) : [];
  // Errors outside of tests, such as an unhandled rejection, are only in the output.
  return code === 0 || results.some(hasFailed) ? results : [...results, failure(command, `exited with ${code}`)];
}

/** Runs one step, stores its duration and results, and returns whether all its tests passed. */
async function step(name: string, work: () => Promise<Result[]>): Promise<boolean> {
  console.error(`\n— ${name}`);
  const start = performance.now();
  const results = await work().catch((error) => [failure(name, String(error))]);
  steps.push({ name, ms: performance.now() - start, results });
  return !results.some(hasFailed);
}

function hasFailed({ state }: Result): boolean {
  return state === "failed";
}

function report(): void {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`.padStart(9);
  console.error("\nDuration of each step:");
  for (const { name, ms } of steps) console.error(`${seconds(ms)}  ${name}`);
  console.error(`${seconds(performance.now())}  in total, ${cpuSeconds()} s of CPU time`);
  const tests = steps.flatMap(({ results }) => results);
  console.error(`\nThe ${SLOWEST} slowest test files:`);
  for (const [file, ms] of slowestFiles(tests.filter(({ title }) => title !== "")))
    console.error(`${seconds(ms)}  ${file}`);
  const names = tests.flatMap(({ state, file, title }) => (state === "skipped" ? [`  ${file} ${title}`] : []));
  if (names.length > 0) console.error(`\nSkipped:\n${names.join("\n")}`);
  const flaky = tests.filter(({ state }) => state === "flaky");
  const failures = tests.filter(hasFailed);
  if (flaky.length > MAX_FLAKY) {
    failures.push(failure("flaky tests", `${flaky.length} tests passed only when they ran again`));
  }
  if (flaky.length > 0) console.error(["\nFlaky:", ...describeFailures(flaky, MAX_FLAKY * 5)].join("\n"));
  if (failures.length > 0) console.error(["\nFailed:", ...describeFailures(failures, MAX_FAILURE_LINES)].join("\n"));
  if (flaky.length + failures.length > 0) console.error(`\nTo repeat the same generated cases, set TEST_SEED=${seed}`);
  const passed = tests.filter(({ state }) => state === "passed" || state === "flaky").length;
  const skipped = names.length > 0 ? `, ${names.length} skipped` : "";
  console.log(`${passed} passed, ${failures.length} failed${skipped}`);
  process.exit(failures.length > 0 ? 1 : 0);
}

function slowestFiles(tests: readonly Result[]): [string, number][] {
  const files = new Map<string, number>();
  for (const { file, ms } of tests) files.set(file, (files.get(file) ?? 0) + ms);
  return [...files].sort(([, a], [, b]) => b - a).slice(0, SLOWEST);
}

/** Returns the CPU seconds of this process and all processes that it has started; "?" unless on Linux. */
function cpuSeconds(): string {
  if (!existsSync("/proc/self/stat")) return "?";
  // Fields 14 to 17 of proc_pid_stat(5), in ticks of 10 ms. The second field, a name, may contain spaces.
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ").slice(11, 15) ?? [];
  return (fields.reduce((sum, ticks) => sum + Number(ticks), 0) / 100).toFixed(0);
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
