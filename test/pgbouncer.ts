import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { freePort } from "./free-port.ts";
import { makeReadableFolder, type RunningProcess, run } from "./run-process.ts";
import { until } from "./until.ts";

const BINARY = "/usr/sbin/pgbouncer";

/** The reason to skip tests that need PgBouncer; undefined if PgBouncer is installed. */
export const withoutPgBouncer = existsSync(BINARY) ? undefined : "pgbouncer is not installed";

export interface PgBouncer {
  /** Database URL with the host and port of PgBouncer. */
  readonly url: string;
  /** Makes PgBouncer use another PostgreSQL server for new sessions. */
  moveTo(url: string): Promise<void>;
  /** Makes PgBouncer replace its open server sessions with new ones. */
  reconnect(): Promise<void>;
  stop(): Promise<unknown>;
}

export interface PgBouncerOptions {
  readonly mode?: "session" | "transaction";
  /** Maximum number of server sessions. The default of 4 is below the gateways' connections. */
  readonly sessions?: number;
  /** Further lines of the section `[pgbouncer]`. */
  readonly settings?: string;
}

export async function startPgBouncer(
  target: string,
  { mode = "transaction", sessions = 4, settings = "" }: PgBouncerOptions = {},
): Promise<PgBouncer> {
  const folder = makeReadableFolder();
  const port = await freePort();
  const config = join(folder, "pgbouncer.ini");
  const write = (to: string) => {
    const { hostname, port: toPort, pathname, username } = new URL(to);
    const name = pathname.slice(1);
    writeFileSync(join(folder, "users.txt"), `"${username}" ""\n`);
    const server = `host=${hostname} port=${toPort || 5432} user=${username} dbname=${name}`;
    writeFileSync(
      config,
      `[databases]
gateway = ${server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${sessions}
admin_users = ${username}
server_login_retry = 1
${settings}
`,
    );
    return { name, username };
  };
  const { username } = write(target);
  const asRoot = process.getuid?.() === 0 ? ["-u", "postgres"] : [];
  const bouncer: RunningProcess = run(BINARY, [...asRoot, config]);
  const url = `postgres://${username}@127.0.0.1:${port}/gateway`;
  const query = async (database: string, text: string) => {
    const client = new Client({ connectionString: `postgres://${username}@127.0.0.1:${port}/${database}` });
    await client.connect();
    await client.query(text).finally(() => client.end());
    return true;
  };
  await until("PgBouncer answers", () => {
    if (bouncer.hasExited()) throw new Error(`pgbouncer exited:\n${bouncer.output()}`);
    return query("gateway", "select 1").catch(() => undefined);
  });
  return {
    url,
    async moveTo(to) {
      write(to);
      await query("pgbouncer", "reload");
    },
    async reconnect() {
      await query("pgbouncer", "reconnect");
    },
    stop: () => bouncer.end("SIGINT"),
  };
}

/**
 * Starts a gateway. If it refuses, because sessions that the pooler opened before lack the settings that it has stored,
 * makes the pooler reconnect and starts the gateway again.
 */
export async function startBehind<T>(bouncer: PgBouncer | undefined, start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    if (bouncer === undefined || !/\bRECONNECT\b/.test(String(error))) throw error;
    await bouncer.reconnect();
    return start();
  }
}
