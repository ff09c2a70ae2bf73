import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, node } from "./ensure.mjs";
import { findBrowser } from "./find-browser.mjs";
import { PLANTED } from "./planted.mjs";

/** `npm test`: everything that must hold, on a fresh clone too. The last line counts what passed, failed and was skipped. */

ensureInstalled();
const bin = (name) => join("node_modules", ".bin", name);
const reports = mkdtempSync(join(tmpdir(), "gateway-test-"));
const failures = [];

step("types", bin("tsc"), ["--noEmit"]);
step("lint, format and import rules", bin("biome"), ["ci", "--error-on-warnings", "."]);
step("unused code", bin("knip"), []);
step("paths in the documents", node, ["scripts/check-documents.ts"]);
ensureBuilt(PLANTED);
step("unit and integration tests", node, [
  "node_modules/vitest/vitest.mjs",
  "run",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${join(reports, "vitest.json")}`,
]);
step("end-to-end tests", bin("playwright"), ["test"], {
  BROWSER_PATH: await findBrowser(),
  PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, "playwright.json"),
});

const counts = count();
rmSync(reports, { recursive: true });
if (failures.length > 0) console.error(`\nFailed: ${failures.join("; ")}`);
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`);
process.exit(failures.length > 0 ? 1 : 0);

function step(name, command, args, environment = {}) {
  console.error(`\n— ${name}`);
  const path = `${join(process.cwd(), "node_modules", ".bin")}:${process.env.PATH}`;
  const { status } = spawnSync(command, args, {
    stdio: "inherit",
    env: { ...process.env, PATH: path, NEXT_TELEMETRY_DISABLED: "1", ...environment },
  });
  if (status !== 0) failures.push(name);
}

/** Each step without tests of its own counts as one. */
function count() {
  const unit = read("vitest.json");
  const browser = read("playwright.json")?.stats;
  const checks = 4;
  const failedChecks = failures.filter((name) => !name.includes("tests")).length;
  const total = {
    passed: checks - failedChecks + (unit?.numPassedTests ?? 0) + (browser?.expected ?? 0),
    failed: failedChecks + (unit?.numFailedTests ?? 0) + (browser?.unexpected ?? 0) + (browser?.flaky ?? 0),
    skipped: (unit?.numPendingTests ?? 0) + (browser?.skipped ?? 0),
  };
  // A runner that broke off before it counted anything has failed all the same.
  return failures.length > 0 && total.failed === 0 ? { ...total, failed: failures.length } : total;
}

function read(name) {
  try {
    return JSON.parse(readFileSync(join(reports, name), "utf8"));
  } catch {
    return undefined;
  }
}
