import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FirstRun } from "#server/process/seed-first-run.ts";
import { SHORT_LIVED } from "#test/short-lived.ts";
import { until } from "#test/until.ts";

/** A gateway process with its own folder that a test can stop and restart with the same data and port. */
export interface OwnServer {
  readonly url: string;
  firstRun(): FirstRun;
  /** Starts the process. The variables are added to those of ownServer(). */
  start(environment?: Readonly<Record<string, string>>): Promise<void>;
  stop(): Promise<void>;
  kill(): Promise<void>;
  drop(): Promise<void>;
}

export function ownServer(port: number, environment: Readonly<Record<string, string>> = {}): OwnServer {
  const url = `http://localhost:${port}`;
  const dataDir = mkdtempSync(join(tmpdir(), "gateway-own-"));
  let child: ChildProcess | undefined;
  // A Playwright worker that fails exits without running the teardown.
  process.on("exit", () => child?.kill("SIGKILL"));

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child === undefined) return;
    const closed = once(child, "close");
    child.kill(signal);
    await closed;
    child = undefined;
  }

  return {
    url,
    firstRun: () => JSON.parse(readFileSync(join(dataDir, "first-run.json"), "utf8")),
    async start(more = {}) {
      child = spawn(process.execPath, [...SHORT_LIVED, "e2e/start-server.ts"], {
        stdio: ["ignore", "ignore", "inherit"],
        env: {
          ...process.env,
          DATABASE_TIMEOUT_MS: "30000",
          CHANGES_PER_MINUTE: "1000000",
          ...environment,
          ...more,
          PORT: String(port),
          DATA_DIR: dataDir,
          CONSOLE_URL: url,
        },
      });
      await until(`${url} is ready`, () =>
        fetch(`${url}/health/ready`).then(
          ({ status }) => status === 200,
          () => undefined,
        ),
      );
    },
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
    async drop() {
      await end("SIGTERM");
      rmSync(dataDir, { recursive: true });
    },
  };
}
