import { readConfig } from "#server/config/read-config.ts";
import { type FirstRun, readFirstRun } from "#server/process/seed-first-run.ts";
import type { Seeded } from "#test/pages.ts";
import { endProcesses, makeFolder, startMain } from "#test/run-process.ts";
import { ensureBuilt } from "./ensure.mjs";
import { DEMO, seedGateway } from "./seed-gateway.ts";

/**
 * Starts the built gateway on a temporary DATA_DIR with seeded data, calls `use`, then stops it and deletes the data.
 */
export async function withSeededGateway(
  use: (gateway: { url: string; firstRun: FirstRun; seeded: Seeded }) => Promise<void>,
): Promise<void> {
  ensureBuilt();
  const dataDir = makeFolder();
  try {
    const seeded = await seedGateway(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: "error" }), DEMO);
    const { port } = await startMain(dataDir, { LOG_LEVEL: "error" });
    const firstRun = readFirstRun(dataDir);
    if (firstRun === undefined) throw new Error("the gateway has no first-run.json");
    await use({ url: `http://localhost:${port}`, firstRun, seeded });
  } finally {
    await endProcesses();
  }
}
