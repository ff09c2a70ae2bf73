import { spawnSync } from "node:child_process";
import { existsSync, renameSync, rmSync } from "node:fs";
import { ensureInstalled, node } from "./ensure.mjs";

/**
 * `npm run demo`: starts the gateway with five months of invented history in `data-demo/`, which the first run seeds.
 * Delete the folder to seed again. PORT sets the port.
 */
const FOLDER = "data-demo";
const UNFINISHED = "data-demo-unfinished";

if (process.argv.slice(2).some((argument) => ["--help", "-h"].includes(argument))) {
  console.log(`Usage: npm run demo

Starts the gateway with invented history in ${FOLDER}/, which the first run seeds. PORT sets the port.`);
  process.exit();
}

// A demo ignores the settings of a deployment: it never writes to its database, checks its log or sends its e-mails.
const OF_DEPLOYMENT = /^(DATABASE|REDIS|AUTH|OIDC|MODEL|CANDIDATE|CHECKPOINT|LOG_KEY|WITNESS|SMTP|OTEL|NODE_ENV)/;
for (const name of Object.keys(process.env)) if (OF_DEPLOYMENT.test(name)) delete process.env[name];
process.env.DEMO = "1";
ensureInstalled();
if (!existsSync(FOLDER)) seed();
process.env.DATA_DIR = FOLDER;
await import("./start.mjs");

/** Seeds another folder and renames it at the end, so that an interrupted run leaves no half-filled demo. */
function seed() {
  rmSync(UNFINISHED, { recursive: true, force: true });
  const env = { ...process.env, DATA_DIR: UNFINISHED, LOG_LEVEL: "error" };
  const script = ["--import", "./server/process/quick-imports.ts", "scripts/seed.ts", "--yes"];
  const { status } = spawnSync(node, script, { stdio: ["ignore", "ignore", "inherit"], env });
  if (status !== 0) process.exit(status ?? 1);
  renameSync(UNFINISHED, FOLDER);
}
