import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "#server/config/read-config.ts";
import { type FirstRun, readFirstRun } from "#server/process/seed-first-run.ts";
import type { Seeded } from "#test/pages.ts";
import { until } from "#test/until.ts";
import { ensureBuilt } from "./ensure.mjs";
import { DEMO, seedGateway } from "./seed-gateway.ts";

interface SeededGateway {
  readonly url: string;
  readonly firstRun: FirstRun;
  readonly seeded: Seeded;
}

/**
 * Starts the built gateway on a temporary DATA_DIR with seeded data, calls `use`, then stops it and deletes the data.
 */
export async function withSeededGateway(port: string, use: (gateway: SeededGateway) => Promise<void>): Promise<void> {
  const url = `http://localhost:${port}`;
  ensureBuilt();
  const dataDir = mkdtempSync(join(tmpdir(), "gateway-seeded-"));
  const env = { ...process.env, DATA_DIR: dataDir, PORT: port, LOG_LEVEL: "error" };
  const seeded = await seedGateway(readConfig(env), DEMO);
  const server = spawn(process.execPath, ["server/main.ts"], { env, stdio: ["ignore", "ignore", "inherit"] });
  try {
    await until(
      "the gateway is ready",
      async () => (await fetch(`${url}/health/ready`, { redirect: "error" }).catch(() => undefined))?.ok || undefined,
    );
    const firstRun = readFirstRun(dataDir);
    if (firstRun === undefined) throw new Error("the gateway has no first-run.json");
    await use({ url, firstRun, seeded });
  } finally {
    server.kill();
    await new Promise((resolve) => server.once("exit", resolve));
    rmSync(dataDir, { recursive: true });
  }
}
