import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FirstRun } from "#server/services/bootstrap.ts";
import { until } from "#test/until.ts";

/** A gateway on an empty database, which may be stopped and started again on the same folder and port. */
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
  // A worker that fails ends without running what comes after its tests.
  process.on("exit", () => child?.kill("SIGKILL"));

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
      await until(`${url} is ready`, () =>
        fetch(`${url}/health/ready`).then(
          ({ status }) => (status === 200 ? true : undefined),
          () => undefined,
        ),
      );
    },
    stop,
    async drop() {
      await stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}
