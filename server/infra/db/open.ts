import "#server-only";
import { existsSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import { Client, Pool, type QueryConfig } from "pg";
import { inspectDatabaseFolder } from "#server/infra/db/pglite/database-folder.ts";
import { ensureFolder } from "#server/infra/db/pglite/ensure-folder.ts";
import { lockFolder } from "#server/infra/db/pglite/lock-folder.ts";
import { EmbeddedDatabase } from "#server/infra/db/pglite/stream.ts";
import { LOCKS } from "./locks.ts";
import { createPipeline, type Pipeline } from "./pipeline.ts";

/** A statement that takes longer than this is given up: a frozen server would hold its caller for ever. */
const STATEMENT_MS = 10_000;
const CONNECT_MS = 15_000;
/**
 * A process that stops amid a transaction holds its locks for this long at most; then the database ends its session.
 * Others wait a little longer for a lock than that, so that they get it and do not fail.
 */
const IDLE_IN_TRANSACTION_MS = 5_000;
const LOCK_MS = 7_000;
/** Those who append an audit event hear that they cannot have the lock before they give up by themselves. */
const APPEND_LOCK_MS = 2_500;
/** A peer that was cut off from the network is found after 25 seconds: 10 of silence, then 3 probes 5 apart. */
const KEEPALIVE_MS = 10_000;
const SERVER_KEEPALIVES = "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3";
const FREE_BYTES_NEEDED = 256 * 1024 * 1024;

export type Drizzle = NodePgDatabase;

/** A statement with a time limit of its own, which `pg` knows and its types do not. */
export interface TimedQuery extends QueryConfig {
  readonly name: string;
  readonly query_timeout: number;
}

export interface Database {
  readonly orm: Drizzle;
  readonly pool: Pool;
  /** For the few statements that every prediction waits for. */
  readonly line: Pipeline;
  /** What an acknowledged write survives: the death of this process, or also the loss of power. */
  readonly durability: "process" | "power";
  readonly kind: "embedded" | "postgresql";
  /** Why nothing must be written now, where that is known; asked before every recording, so it answers from memory. */
  blockedReason(): "disk_nearly_full" | "folder_missing" | undefined;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** PostgreSQL's address; without one the embedded database in `dataDir` is opened. */
  readonly url: string | undefined;
  readonly dataDir: string;
  /** The folder of this file, where the migrations and the worker lie. */
  readonly code: string;
  /** Called with a connection's error that no statement waits for. */
  onError(error: Error): void;
  /** Called with what an operator should know about opening the embedded database, such as that it is being created. */
  onNotice?(notice: string): void;
  /** Called before an embedded database is created where there is none; an error from here prevents it. */
  beforeCreating?(): void;
}

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const database = options.url === undefined ? openEmbedded(options) : openPostgres(options.url);
  database.pool.on("error", options.onError);
  try {
    await migrate(database.pool, join(options.code, "migrations"));
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

function openPostgres(url: string): Database {
  const settings = {
    connectionString: url,
    statement_timeout: STATEMENT_MS,
    query_timeout: STATEMENT_MS + 1_000,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_MS,
    options: SERVER_KEEPALIVES,
    application_name: "forecasting-gateway",
  };
  const pool = new Pool({ ...settings, lock_timeout: LOCK_MS, max: 10 });
  const line = createPipeline(() => new Client({ ...settings, lock_timeout: APPEND_LOCK_MS, pipeline: true }));
  return {
    orm: drizzle({ client: pool }),
    pool,
    line,
    durability: "power",
    kind: "postgresql",
    blockedReason: () => undefined,
    async close() {
      await line.close();
      await pool.end();
    },
  };
}

function openEmbedded({ dataDir, code, onNotice = () => {}, beforeCreating = () => {} }: DatabaseOptions): Database {
  ensureFolder(dataDir, "DATA_DIR");
  const unlock = lockFolder(join(dataDir, "database.lock"));
  const folder = join(dataDir, "database");
  try {
    if (inspectDatabaseFolder(folder) !== "database") beforeCreating();
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
  const line = createPipeline(() => new Client({ ...settings, pipeline: true }));
  const version = join(dataDir, "database", "PG_VERSION");
  let wasThere = existsSync(version);
  let blockedReason = findBlockedReason(dataDir);
  const watch = setInterval(() => {
    const isThere = existsSync(version);
    // The database goes on writing into files that have no name any more, and its next start finds none of them. Before
    // it has been created for the first time, there is nothing to miss.
    blockedReason = wasThere && !isThere ? "folder_missing" : findBlockedReason(dataDir);
    wasThere ||= isThere;
  }, 1_000).unref();
  return {
    orm: drizzle({ client: pool }),
    pool,
    line,
    durability: "process",
    kind: "embedded",
    blockedReason: () => blockedReason,
    async close() {
      clearInterval(watch);
      await line.close();
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

/** Brings the schema up to date, once, however many processes start at the same moment. */
async function migrate(pool: Pool, folder: string): Promise<void> {
  const client = await pool.connect();
  try {
    // Whoever migrates may take longer than other statements wait for a lock.
    await client.query("set lock_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [LOCKS.migrate]);
    try {
      await applyMigrations(drizzle({ client }), { migrationsFolder: folder });
    } finally {
      await client.query("select pg_advisory_unlock($1)", [LOCKS.migrate]);
      await client.query("reset lock_timeout");
    }
  } finally {
    client.release();
  }
}
