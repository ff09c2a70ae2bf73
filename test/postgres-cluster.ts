import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { freePort } from "./free-port.ts";
import { makeReadableFolder, type RunningProcess, run } from "./run-process.ts";
import { until } from "./until.ts";

/** Debian's folder for PostgreSQL's server programs. */
const DEBIAN = "/usr/lib/postgresql";
const [newest] = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
const BINARIES = newest === undefined ? undefined : join(DEBIAN, newest, "bin");

/** The reason to skip tests that start PostgreSQL servers; undefined if they can run. */
export const withoutCluster =
  BINARIES !== undefined && existsSync(join(BINARIES, "initdb")) ? undefined : "PostgreSQL's initdb is not installed";

export interface Cluster {
  readonly url: string;
  readonly port: number;
  readonly folder: string;
  /** Stops the server immediately, without a shutdown checkpoint, as a power failure would. */
  kill(): Promise<unknown>;
  /** Promotes a standby to primary without a synchronous standby. */
  promote(): Promise<void>;
}

/** Arguments of setpriv. PostgreSQL refuses to run as root, so root starts it as the user postgres. */
const AS_USER = process.getuid?.() === 0 ? ["--reuid=postgres", "--regid=postgres", "--clear-groups", "--"] : undefined;

function commandOf(program: string, args: readonly string[]): readonly [string, readonly string[]] {
  const path = join(BINARIES ?? "", program);
  return AS_USER === undefined ? [path, args] : ["setpriv", [...AS_USER, path, ...args]];
}

function runOnce(program: string, ...args: readonly string[]): void {
  const [file, rest] = commandOf(program, args);
  const { status, stderr } = spawnSync(file, rest, { encoding: "utf8", cwd: "/" });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
}

export async function startPrimary(): Promise<Cluster> {
  const folder = join(makeReadableFolder(), "primary");
  runOnce("initdb", "--pgdata", folder, "--username=postgres", "--auth=trust", "--no-sync", "--encoding=UTF8");
  return start(folder);
}

/** Starts a synchronous standby: the primary then confirms a commit only after the standby has stored it. */
export async function startStandby(primary: Cluster): Promise<Cluster> {
  const folder = join(makeReadableFolder(), "standby");
  const source = `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`;
  runOnce("pg_basebackup", "--pgdata", folder, "--dbname", source, "--write-recovery-conf", "--checkpoint=fast");
  const standby = await start(folder);
  await query(primary.url, "alter system set synchronous_standby_names = 'standby'");
  await query(primary.url, "select pg_reload_conf()");
  await until("the standby confirms commits", async () => {
    const rows = await query(primary.url, "select from pg_stat_replication where sync_state = 'sync'");
    return rows.length > 0;
  });
  return standby;
}

async function start(folder: string): Promise<Cluster> {
  const port = await freePort();
  appendFileSync(
    join(folder, "postgresql.conf"),
    `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\nshared_buffers = 16MB\nfsync = off\n` +
      "statement_timeout = 10s\nlock_timeout = 2500ms\nidle_in_transaction_session_timeout = 5s\n",
  );
  const [file, args] = commandOf("postgres", ["-D", folder]);
  const server: RunningProcess = run(file, args);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await until("PostgreSQL answers", () => {
    if (server.hasExited()) throw new Error(`postgres exited:\n${server.output()}`);
    return query(url, "select 1").catch(() => undefined);
  });
  return {
    url,
    port,
    folder,
    kill: () => server.end("SIGQUIT"),
    async promote() {
      await query(url, "select pg_promote()");
    },
  };
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client.query(text).then(
    ({ rows }) => client.end().then(() => rows),
    (error: unknown) => client.end().then(() => Promise.reject(error)),
  );
}
