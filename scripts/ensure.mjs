import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compressStatic } from "./compress-static.mjs";

/**
 * Installs the dependencies and builds the app. Plain JavaScript without dependencies, because this file runs on the
 * machine's own Node, before the pinned Node is installed.
 */

const SOURCES = [
  "app",
  "components",
  "lib",
  "server",
  "instrumentation-client.ts",
  "next.config.mjs",
  "package-lock.json",
  "tsconfig.json",
];
const BUILD_MARK = ".next/source-digest";

/** Path of the pinned Node, which npm installs as a dependency. */
export const node = join("node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");

/** A package that only tests use. */
const TOOL = "node_modules/@biomejs/biome";

/**
 * Installs the dependencies if they are missing or differ from the lockfile: those that building and running need, or
 * with `withTools` also those that tests need. Never removes the tools.
 */
export function ensureInstalled({ withTools = false } = {}) {
  const installed = "node_modules/.package-lock.json";
  const hasTools = existsSync(TOOL);
  const fresh =
    existsSync(installed) && existsSync(node) && statSync(installed).mtimeMs >= statSync("package-lock.json").mtimeMs;
  if (fresh && (hasTools || !withTools)) return;
  const some = withTools || hasTools ? [] : ["--omit=dev", "--omit=peer"];
  console.error("Installing the dependencies …");
  // Not `npm ci`, which refuses a lockfile without the optional binaries of other platforms; a registry mirror may lack
  // them. `npm install --no-save` also installs the versions in the lockfile, without changing the lockfile or
  // package.json. `--prefer-offline` uses cached packages without asking the registry.
  run("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error", ...some]);
}

/**
 * Builds the Next app if its sources have changed since the last build, or if the last build did not set the variables
 * in `environment`.
 */
export function ensureBuilt(environment = {}) {
  const digest = digestOf(SOURCES);
  const mark = [digest, ...Object.keys(environment).sort()].join("\n");
  const built = existsSync(".next/BUILD_ID") && existsSync(BUILD_MARK) ? readFileSync(BUILD_MARK, "utf8") : "";
  if (built.startsWith(mark)) return;
  console.error("Building …");
  const env = { ...process.env, ...environment, NEXT_TELEMETRY_DISABLED: "1" };
  run(node, ["node_modules/next/dist/bin/next", "build"], { stdio: ["ignore", "ignore", "inherit"], env });
  run(node, ["scripts/build-report-page.ts"]);
  compressStatic();
  writeFileSync(BUILD_MARK, mark);
}

function run(command, args, options = {}) {
  const environment = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };
  const { status, error } = spawnSync(command, args, { stdio: "inherit", env: environment, ...options });
  if (error) throw error;
  if (status !== 0) {
    console.error(`\n${command} ${args.join(" ")} failed.`);
    process.exit(status ?? 1);
  }
}

function digestOf(paths) {
  const hash = createHash("sha256");
  for (const path of paths) for (const file of filesBelow(path)) hash.update(`${file}\n`).update(readFileSync(file));
  return hash.digest("hex");
}

/** Returns the files of a folder and its subfolders, without tests, because a changed test does not require a build. */
function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return path.endsWith(".test.ts") ? [] : [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}
