import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Everything that must exist before other code of this project can run. Plain JavaScript without dependencies: it runs
 * on whatever Node the machine has, before the pinned one is installed.
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

/** The pinned Node, once installed. */
export const node = join("node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");

/** Installs the dependencies if they are missing or differ from the lockfile. */
export function ensureInstalled() {
  const installed = "node_modules/.package-lock.json";
  const fresh =
    existsSync(installed) && existsSync(node) && statSync(installed).mtimeMs >= statSync("package-lock.json").mtimeMs;
  if (fresh) return;
  console.error("Installing the dependencies …");
  // Not `npm ci`: it refuses a lockfile without the optional binaries of other platforms, which a mirror of the
  // registry may lack. This also installs the lockfile's versions, and changes neither it nor package.json. Cached
  // packages that match the lockfile's digests are not requested again.
  run("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"]);
}

/**
 * Builds the Next app if its sources have changed since the last build. With `environment`, the last build must have
 * used the same one.
 */
export function ensureBuilt(environment = {}) {
  const digest = digestOf(SOURCES);
  const mark = [digest, ...Object.keys(environment).sort()].join("\n");
  const built = existsSync(".next/BUILD_ID") && existsSync(BUILD_MARK) ? readFileSync(BUILD_MARK, "utf8") : "";
  if (built.startsWith(mark)) return;
  console.error("Building …");
  const env = { ...process.env, ...environment, NEXT_TELEMETRY_DISABLED: "1" };
  run(node, ["node_modules/next/dist/bin/next", "build"], { stdio: ["ignore", "ignore", "inherit"], env });
  writeFileSync(BUILD_MARK, mark);
}

/** Runs a command and exits with its status when it fails. */
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

/** Tests are skipped: a changed test needs no build. */
function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return path.endsWith(".test.ts") ? [] : [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}
