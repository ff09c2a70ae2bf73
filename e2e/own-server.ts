import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import type { FirstRun } from "#server/services/bootstrap.ts";

/** A gateway of a test's own, which it may stop and start again on the same folder and port. */
export interface OwnServer {
  readonly url: string;
  firstRun(): FirstRun;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Stops it for good, and drops its folder. */
  drop(): Promise<void>;
}

export function ownServer(port: number): OwnServer {
  const url = `http://localhost:${port}`;
  const dataDir = mkdtempSync(join(tmpdir(), "gateway-own-"));
  let child: ChildProcess | undefined;

  async function stop(): Promise<void> {
    if (child === undefined) return;
    const closed = once(child, "close");
    child.kill("SIGTERM");
    await closed;
    child = undefined;
  }

  return {
    url,
    firstRun: () => JSON.parse(readFileSync(join(dataDir, "first-run.json"), "utf8")),
    async start() {
      child = spawn(process.execPath, ["e2e/start-server.ts"], {
        stdio: ["ignore", "ignore", "inherit"],
        env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, CONSOLE_URL: url },
      });
      await expect
        .poll(() =>
          fetch(`${url}/health/ready`).then(
            ({ status }) => status,
            () => 0,
          ),
        )
        .toBe(200);
    },
    stop,
    async drop() {
      await stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}
