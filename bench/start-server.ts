import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

export interface BenchServer {
  readonly url: string;
  readonly pid: number;
  /** Sends a command to bench/inside.mjs, which must be loaded in the process, and resolves with the result. */
  ask(command: "reset" | "pauseMs" | "collectGarbage"): Promise<unknown>;
  stop(): Promise<void>;
}

/** Time limit for the start. Creating the database takes minutes on a slow machine. */
const READY_MS = 300_000;
const POLL_MS = 100;

/** Starts a Node process and waits until `url` responds with any status. */
export async function startServer(
  url: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  cwd = process.cwd(),
): Promise<BenchServer> {
  const child = spawn(process.execPath, args, {
    cwd,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...process.env, ...environment },
  });
  try {
    await waitUntilReady(url, child);
  } catch (error) {
    child.kill();
    throw error;
  }
  return {
    url,
    pid: child.pid ?? 0,
    async ask(command) {
      child.send({ command });
      const [{ result }] = await once(child, "message");
      return result;
    },
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  const until = Date.now() + READY_MS;
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`the server for ${url} exited with ${child.exitCode}`);
    try {
      await (await fetch(url, { method: "POST", body: "{}" })).arrayBuffer();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
  throw new Error(`the server for ${url} did not start`);
}
