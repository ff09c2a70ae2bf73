import "#server-only";
import { existsSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { Client, Pool, type QueryConfig } from "pg";
import { ensureSchema } from "./ensure-schema.ts";
import { LOCKS } from "./locks.ts";
import { parseDatabaseUrl } from "./parse-database-url.ts";
import { inspectDatabaseFolder } from "./pglite/database-folder.ts";
import { ensureFolder } from "./pglite/ensure-folder.ts";
import { lockFolder } from "./pglite/lock-folder.ts";
import { EmbeddedDatabase } from "./pglite/stream.ts";
import { createPipeline, type Pipeline } from "./pipeline.ts";
import { requireSessions, storeSessionSettings } from "./prepare-sessions.ts";
import { type Durability, readDurability } from "./read-durability.ts";

/** Default timeout of a statement, so that a frozen server does not block callers forever. */
const STATEMENT_MS = 10_000;
const TIMEOUT_MS = 3_000;
const CONNECT_MS = 15_000;
/** TCP keepalive detects a lost server after 25 seconds, as SESSION_SETTINGS do for a lost gateway. */
const KEEPALIVE_MS = 10_000;
/**
 * Disables sequential scans on the pipeline's connections, which cache query plans: a sequential scan planned while a
 * table has few rows would still be used with a million rows.
 */
const BY_INDEX = "set enable_seqscan = off";
const FREE_BYTES_NEEDED = 256 * 1024 * 1024;

export type Drizzle = NodePgDatabase;

/** A statement with its own timeout. `pg` supports `query_timeout`, but the types of `pg` lack it. */
export interface TimedQuery extends QueryConfig {
  readonly name: string;
  readonly query_timeout: number;
}

export interface Database {
  readonly orm: Drizzle;
  readonly pool: Pool;
  /** For the statements that every prediction waits for. */
  readonly pipeline: Pipeline;
  /** For the recording check. Separate, because a timeout closes a connection and fails all statements on it. */
  readonly checkPipeline: Pipeline;
  readonly durability: Durability;
  readonly kind: "embedded" | "postgresql";
  /** Statement timeout of a request in milliseconds. */
  readonly timeoutMs: number;
  /** Returns a known reason why nothing may be written now. Called before each recording, so it must not block. */
  blockedReason(): "disk_nearly_full" | "folder_missing" | "history_lost" | undefined;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** URL of PostgreSQL; undefined opens the embedded database in `dataDir`. */
  readonly url: string | undefined;
  /** Whether a pooler such as PgBouncer is in front of PostgreSQL: each transaction may then get another session. */
  readonly isPooled?: boolean;
  /** Statement timeout of a request in milliseconds. Default: 3,000. */
  readonly timeoutMs?: number;
  readonly dataDir: string;
  /** The folder `server/db`, which contains the SQL of the schema and the worker. */
  readonly code: string;
  /** Called with messages for the operator, for example when the embedded database is created. */
  onNotice?(notice: string): void;
  /** Called before a missing embedded database is created; throws to prevent it. */
  beforeCreating?(): Promise<void>;
}

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, isPooled = false } = options;
  const database = url === undefined ? await openEmbedded(options) : openPostgres(url, options);
  const { pool, pipeline, checkPipeline } = database;
  // Without listeners, a connection that is lost while it is idle, or between two statements of a transaction, would end
  // the process. The pool replaces the connection; in a transaction, the next statement reports the error.
  pool.on("error", () => {}).on("connect", (client) => client.on("error", () => {}));
  try {
    if (url !== undefined) {
      await storeSessionSettings(pool);
      await requireSessions(pool, [pipeline, checkPipeline], isPooled);
      await requireLocks(pool);
      await requireRights(pool);
    }
    await ensureSchema(database, join(options.code, "migrations"));
    if (url !== undefined) return { ...database, durability: await readDurability(pool) };
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

function openPostgres(url: string, { isPooled = false, timeoutMs = TIMEOUT_MS }: DatabaseOptions): Database {
  const settings = {
    ...parseDatabaseUrl(url),
    query_timeout: STATEMENT_MS + 1_000,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_MS,
    application_name: "forecasting-gateway",
  };
  const pool = new Pool({ ...settings, max: 10 });
  const connect = () => new Client({ ...settings, pipeline: true });
  const pipeline = createPipeline(connect, { isPooled, setup: BY_INDEX });
  const checkPipeline = createPipeline(connect, { isPooled, setup: BY_INDEX });
  return {
    orm: drizzle({ client: pool }),
    pool,
    pipeline,
    checkPipeline,
    // Replaced by openDatabase(), which reads the setting from the server.
    durability: "none",
    kind: "postgresql",
    timeoutMs,
    blockedReason: () => undefined,
    async close() {
      await Promise.all([pipeline.close(), checkPipeline.close()]);
      await pool.end();
    },
  };
}

async function openEmbedded(options: DatabaseOptions): Promise<Database> {
  const { dataDir, code, onNotice = () => {}, beforeCreating = async () => {} } = options;
  ensureFolder(dataDir, "DATA_DIR");
  const unlock = lockFolder(join(dataDir, "database.lock"));
  const folder = join(dataDir, "database");
  try {
    if (inspectDatabaseFolder(folder) !== "database") await beforeCreating();
  } catch (error) {
    unlock();
    throw error;
  }
  const embedded = new EmbeddedDatabase(folder, join(code, "pglite", "worker.ts"), onNotice);
  const settings = {
    stream: () => embedded.connect(),
    user: "postgres",
    database: "postgres",
    query_timeout: STATEMENT_MS + 1_000,
  };
  const pool = new Pool({ ...settings, max: 2, idleTimeoutMillis: 0 });
  const connect = () => new Client({ ...settings, pipeline: true });
  const pipeline = createPipeline(connect);
  const checkPipeline = createPipeline(connect);
  const version = join(dataDir, "database", "PG_VERSION");
  let wasThere = existsSync(version);
  let blockedReason = findBlockedReason(dataDir);
  const watch = setInterval(() => {
    const isThere = existsSync(version);
    // If its folder is deleted, the database keeps writing to deleted files, and the next start would not find the
    // data. A folder that has not been created yet is not missing.
    blockedReason = wasThere && !isThere ? "folder_missing" : findBlockedReason(dataDir);
    wasThere ||= isThere;
  }, 1_000).unref();
  return {
    orm: drizzle({ client: pool }),
    pool,
    pipeline,
    checkPipeline,
    durability: "process",
    kind: "embedded",
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    blockedReason: () => blockedReason,
    async close() {
      clearInterval(watch);
      await Promise.all([pipeline.close(), checkPipeline.close()]);
      await pool.end();
      await embedded.close();
      unlock();
    },
  };
}

function findBlockedReason(folder: string): ReturnType<Database["blockedReason"]> {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > FREE_BYTES_NEEDED ? undefined : "disk_nearly_full";
  } catch {
    return "folder_missing";
  }
}

/**
 * Throws unless an advisory lock that one connection holds excludes another. The hash chain needs it: databases that are
 * only compatible with PostgreSQL may accept the statement and lock nothing.
 */
export async function requireLocks(pool: Pool): Promise<void> {
  const [holder, other] = await Promise.all([pool.connect(), pool.connect()]);
  try {
    await holder.query("begin");
    await holder.query("select pg_advisory_xact_lock($1)", [LOCKS.probe]);
    await other.query("begin");
    const { rows } = await other.query("select pg_try_advisory_xact_lock($1) as taken", [LOCKS.probe]);
    if (rows[0]?.taken === false) return;
    throw new Error(
      "Advisory locks in the database in DATABASE_URL do not block other transactions, so two gateways could fork the " +
        "audit log. Use PostgreSQL, or a database in which pg_advisory_xact_lock really locks (see docs/scaling.md).",
    );
  } finally {
    for (const client of [other, holder]) {
      const failed = await client.query("rollback").then(
        () => false,
        () => true,
      );
      client.release(failed);
    }
  }
}

/** Statements that grant the rights that the role lacks. The job queue makes the schema `pgboss`. */
const LACKING = `
  with tables as (
    select c.oid, c.relname, c.relowner, n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p')
  ), schemas as (select oid, nspname from pg_namespace where nspname in ('public', 'pgboss')),
  needed (is_met, statement) as (
    select exists (select from schemas where nspname = 'public'), 'create schema public authorization %1$I'
    union all select has_schema_privilege(oid, 'usage'), format('grant usage on schema %s to %%1$I', nspname) from schemas
    union all
    select has_schema_privilege(oid, 'create') or exists (select from tables where relname = 'schema_migrations'),
      'grant create on schema public to %1$I'
    from schemas where nspname = 'public'
    union all
    select has_database_privilege(current_database(), 'create') or exists (select from tables where nspname = 'pgboss'),
      'grant create on database %2$I to %1$I'
    union all
    select has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
      and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'),
      format('grant select, insert, update, delete on all tables in schema %s to %%1$I', nspname)
    from tables
    where nspname = 'pgboss' or relowner = (
      select relowner from tables where relname = 'schema_migrations' and nspname = 'public'
    )
  )
  select distinct format(statement, current_user, current_database()) as statement from needed where not is_met`;

/** Throws, with the statements that grant them, if the role lacks rights that the gateway needs. */
async function requireRights(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ statement: string }>(LACKING);
  if (rows.length === 0) return;
  const statements = rows.map(({ statement }) => `${statement};`).join(" ");
  throw new Error(`The role in DATABASE_URL lacks rights. Run as an administrator: ${statements}`);
}
