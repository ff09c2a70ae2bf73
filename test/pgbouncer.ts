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

/** Starts PgBouncer in transaction mode. The default of 4 server sessions is below the gateways' connections. */
export async function startPgBouncer(target: string, sessions = 4): Promise<PgBouncer> {
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
pool_mode = transaction
default_pool_size = ${sessions}
admin_users = ${username}
server_login_retry = 1
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
