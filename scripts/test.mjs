import { spawnSync } from "node:child_process";
import { ensureInstalled, node } from "./ensure.mjs";

/** `npm test`: installs the dependencies, then runs the tests on the pinned Node. */
ensureInstalled({ withTools: true });
const { status } = spawnSync(node, ["scripts/run-tests.ts", ...process.argv.slice(2)], { stdio: "inherit" });
process.exit(status ?? 1);
