import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ensureBuilt, ensureInstalled, node } from "./ensure.mjs";
import { findBrowser } from "./find-browser.mjs";
import { installPackages } from "./install-packages.mjs";
import { PLANTED } from "./planted.mjs";

/**
 * `npm test`: everything that must hold, on a fresh clone too, the cheap checks first. With `--full`, exhaustive tests
 * run as a whole instead of a sample. The last line counts what passed, failed and was skipped.
 */

const MEMORY = "/dev/shm";
const MEMORY_BYTES_NEEDED = 4 * 1024 ** 3;
const SLOWEST = 10;
/** Real servers that process tests start, by their Debian packages. */
const PROGRAMS = {
  "nginx-light": "/usr/sbin/nginx",
  pgbouncer: "/usr/sbin/pgbouncer",
  prometheus: "/usr/bin/prometheus",
};

ensureInstalled();
const bin = (name) => join("node_modules", ".bin", name);
const scratch = mkdtempSync(join(hasMemory() ? MEMORY : tmpdir(), "gateway-test-"));
// Servers that refuse to run as root, such as PostgreSQL, have folders below it.
chmodSync(scratch, 0o711);
const environment = {
  ...process.env,
  PATH: `${join(process.cwd(), "node_modules", ".bin")}:${process.env.PATH}`,
  NEXT_TELEMETRY_DISABLED: "1",
  // The tests start the gateway a hundred times. Compiling its code is a third of the CPU time of a start.
  NODE_COMPILE_CACHE: resolve("node_modules", ".cache", "node"),
  // With more room for new objects, garbage collection runs less often and copies fewer of them.
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --max-semi-space-size=64`,
  // The folder for the tests' databases.
  TMPDIR: scratch,
  ...(process.argv.includes("--full") ? { TEST_FULL: "1" } : {}),
};
const steps = [];
const files = [];
const failures = [];

await Promise.all([
  check("types", bin("tsc"), ["--noEmit"]),
  check("lint, format and import rules", bin("biome"), ["ci", "--error-on-warnings", "."]),
  check("unused code", bin("knip"), []),
  check("paths in the documents", node, ["scripts/check-documents.ts"]),
  check("plain words", node, ["scripts/check-words.ts"]),
]);
installPackages(Object.keys(PROGRAMS).filter((name) => !existsSync(PROGRAMS[name])));
await Promise.all([vitest("unit"), timed("build", () => ensureBuilt(PLANTED))]);
await Promise.all([inTurn("integration", "process"), browser()]);

rmSync(scratch, { recursive: true });
report();

function check(name, command, args) {
  return timed(name, async () => {
    const ok = await run(command, args);
    return { ok, passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
  });
}

async function inTurn(...projects) {
  for (const project of projects) await vitest(project);
}

/** One of the projects in vitest.config.ts. */
function vitest(project) {
  return timed(`${project} tests`, async () => {
    const file = join(scratch, `${project}.json`);
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    const ok = await run(node, ["node_modules/vitest/vitest.mjs", "run", "--project", project, ...reporters]);
    const results = read(file);
    for (const { name: path, startTime, endTime, status, message, assertionResults } of results?.testResults ?? []) {
      const name = relative(process.cwd(), path);
      files.push({ name, ms: endTime - startTime });
      const failed = assertionResults.filter((test) => test.status === "failed");
      failures.push(...failed.map((test) => describeFailure(name, test.fullName, test.failureMessages[0])));
      // One that cannot be loaded has no tests.
      if (status === "failed" && failed.length === 0) failures.push(describeFailure(name, "", message));
    }
    const { numPassedTests: passed = 0, numFailedTests: failed = 0, numPendingTests: skipped = 0 } = results ?? {};
    return { ok, passed, failed, skipped };
  });
}

function browser() {
  return timed("end-to-end tests", async () => {
    const file = join(scratch, "playwright.json");
    const settings = {
      BROWSER_PATH: await findBrowser(),
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    };
    const ok = await run(bin("playwright"), ["test"], settings);
    const results = read(file);
    for (const suite of results?.suites ?? []) {
      const name = join("e2e", suite.file);
      files.push({ name, ms: durationOf(suite) });
      for (const { title, tests } of specsOf(suite)) {
        const failed = tests.flatMap((test) => test.results).find(({ error }) => error !== undefined);
        if (failed !== undefined) failures.push(describeFailure(name, title, failed.error.message));
      }
    }
    const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = results?.stats ?? {};
    return { ok, passed: expected, failed: unexpected + flaky, skipped };
  });
}

function specsOf({ suites = [], specs = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

function durationOf(suite) {
  const results = specsOf(suite).flatMap(({ tests }) => tests.flatMap((test) => test.results));
  return results.reduce((sum, { duration }) => sum + duration, 0);
}

/** In a line or two: a log that is cut off at its beginning still says what failed. */
function describeFailure(file, title, message = "") {
  return `${file} ${title}\n      ${stripVTControlCharacters(message).split("\n", 1)[0]}`;
}

async function timed(name, work) {
  console.error(`\n— ${name}`);
  const start = performance.now();
  const counts = await work();
  steps.push({ name, ms: performance.now() - start, ok: true, passed: 0, failed: 0, skipped: 0, ...counts });
}

async function run(command, args, more = {}) {
  const [code] = await once(spawn(command, args, { stdio: "inherit", env: { ...environment, ...more } }), "exit");
  return code === 0;
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

function report() {
  const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`.padStart(9);
  console.error("\nTime of each part:");
  for (const { name, ms } of steps) console.error(`${seconds(ms)}  ${name}`);
  console.error(`\nThe ${SLOWEST} slowest files:`);
  for (const { name, ms } of files.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST))
    console.error(`${seconds(ms)}  ${name}`);
  const broken = steps.filter(({ ok }) => !ok);
  if (broken.length > 0) console.error(`\nFailed: ${broken.map(({ name }) => name).join("; ")}`);
  for (const failure of failures) console.error(`    ${failure}`);
  const sum = (key) => steps.reduce((total, step) => total + step[key], 0);
  // A test runner that crashed before counting anything has failed too.
  const failed = Math.max(sum("failed"), broken.length);
  const skipped = sum("skipped");
  console.log(`${sum("passed")} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  process.exit(broken.length > 0 ? 1 : 0);
}

/** Whether test data fits into memory: creating a hundred databases is slow on a disk. */
function hasMemory() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > MEMORY_BYTES_NEEDED;
  } catch {
    return false;
  }
}
