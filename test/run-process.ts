import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runSteps } from "./clean-up.ts";
import { freePort } from "./free-port.ts";
import { SHORT_LIVED } from "./short-lived.ts";
import { until } from "./until.ts";

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface RunningProcess {
  readonly pid: number;
  /** Returns the text that the process has printed so far to stdout and stderr. */
  output(): string;
  /** Calls `show` with the text that the process prints from now on. */
  follow(show: (text: string) => void): void;
  hasExited(): boolean;
  /** Resolves when the process has exited and its output has been read. */
  readonly exit: Promise<Exit>;
  signal(signal: NodeJS.Signals): void;
  /** Sends a signal (default SIGTERM) and waits until the process has exited. */
  end(signal?: NodeJS.Signals): Promise<Exit>;
  /** Waits until the process has printed `text`. Rejects with its output if the process exits first. */
  printed(text: string): Promise<void>;
}

export interface ServerProcess extends RunningProcess {
  readonly port: number;
  readonly url: string;
  readonly dataDir: string;
}

const running = new Set<RunningProcess>();
const folders: string[] = [];

/** Kills the processes that a test file has left running, cleans up, and removes the folders that it has created. */
export async function endProcesses(): Promise<void> {
  await Promise.all([...running].map((each) => each.end("SIGKILL")));
  await runSteps();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

type Environment = Readonly<Record<string, string>>;

export function runNode(args: readonly string[], environment: Environment = {}): RunningProcess {
  return run(process.execPath, [...SHORT_LIVED, ...args], environment);
}

/** Runs a script of the folder `scripts` until it exits. */
export async function runScript(name: string, environment: Environment, ...args: readonly string[]) {
  const script = runNode([`scripts/${name}.ts`, ...args], environment);
  const { code } = await script.exit;
  return { code, output: script.output() };
}

/** Starts a program. It inherits only a few environment variables, such as PATH. */
export function run(program: string, args: readonly string[], environment: Environment = {}): RunningProcess {
  const { PATH = "", HOME = "", TZ = "", NODE_COMPILE_CACHE, NODE_OPTIONS } = process.env;
  // Typed as NodeJS.Dict, because Next's types require NODE_ENV in ProcessEnv.
  const env: NodeJS.Dict<string> = {
    PATH,
    HOME,
    TZ,
    NODE_COMPILE_CACHE,
    NODE_OPTIONS,
    NEXT_TELEMETRY_DISABLED: "1",
    ...environment,
  };
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], env: env as NodeJS.ProcessEnv });
  const { pid } = child;
  if (pid === undefined) throw new Error(`could not start ${args.join(" ")}`);
  let output = "";
  let follow = (_text: string) => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      follow(text);
    });
  }
  let ended = false;
  const exit = once(child, "close").then(([code, signal]): Exit => {
    ended = true;
    running.delete(handle);
    return { code, signal };
  });
  const handle: RunningProcess = {
    pid,
    exit,
    output: () => output,
    follow(show) {
      follow = show;
    },
    hasExited: () => ended,
    signal: (signal) => void child.kill(signal),
    end(signal = "SIGTERM") {
      child.kill(signal);
      return exit;
    },
    async printed(text) {
      await until(`${args.join(" ")} prints "${text}"`, () => output.includes(text) || ended);
      if (!output.includes(text)) throw new Error(`${args.join(" ")} exited before it printed "${text}":\n${output}`);
    },
  };
  running.add(handle);
  return handle;
}

/** Starts a gateway with server/main.ts and waits until the gateway is ready. */
export async function startMain(dataDir: string, environment: Environment = {}): Promise<ServerProcess> {
  const server = await launchMain(dataDir, environment);
  await server.printed("is ready.");
  return server;
}

/** Starts a gateway with server/main.ts without waiting until the gateway is ready. */
export function launchMain(dataDir: string, environment: Environment = {}): Promise<ServerProcess> {
  return launch(dataDir, () => ["server/main.ts"], environment);
}

async function launch(
  dataDir: string,
  args: (port: string) => string[],
  environment: Environment,
): Promise<ServerProcess> {
  const port = environment.PORT === undefined ? await freePort() : Number(environment.PORT);
  const settings = {
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: "warn",
    RATE_LIMIT_PER_MINUTE: "1000000",
    CHANGES_PER_MINUTE: "1000000",
    // A high limit for slow machines; tests of this limit set their own value.
    DATABASE_TIMEOUT_MS: "30000",
  };
  const running = runNode(args(String(port)), { ...settings, ...environment });
  return { ...running, port, url: `http://127.0.0.1:${port}`, dataDir };
}

/** Creates a temporary folder that is removed after the test file. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "gateway-process-"));
  folders.push(folder);
  return folder;
}

/** Creates a temporary folder that every user can write, for programs that run as another user. */
export function makeReadableFolder(): string {
  const folder = makeFolder();
  chmodSync(folder, 0o777);
  return folder;
}
