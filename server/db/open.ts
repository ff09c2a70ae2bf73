import { mkdirSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { Pool, type QueryConfig } from "pg";
import { EmbeddedDatabase } from "./pglite-stream.ts";
import { lockFolder } from "./lock-folder.ts";
import { migrate } from "./migrate.ts";

/** A statement that takes longer than this is given up: a frozen server would hold its caller for ever. */
const STATEMENT_MS = 10_000;
const CONNECT_MS = 15_000;
const FREE_BYTES_NEEDED = 256 * 1024 * 1024;

export type Drizzle = NodePgDatabase;

/** A statement with a time limit of its own, which `pg` knows and its types do not. */
export interface TimedQuery extends QueryConfig {
  readonly query_timeout: number;
}

export interface Database {
  readonly orm: Drizzle;
  readonly pool: Pool;
  /** What an acknowledged write survives: the death of this process, or also the loss of power. */
  readonly durability: "process" | "power";
  readonly kind: "embedded" | "postgresql";
  /** Whether there is room to write; asked before every recording, so it answers from memory. */
  hasRoom(): boolean;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** PostgreSQL's address; without one the embedded database in `dataDir` is opened. */
  readonly url: string | undefined;
  readonly dataDir: string;
  /** The folder of this file, where the migrations and the worker lie. */
  readonly code: string;
  /** Told of a connection that breaks while nobody waits for it. */
  onError(error: Error): void;
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
  const pool = new Pool({
    connectionString: url,
    max: 10,
    statement_timeout: STATEMENT_MS,
    query_timeout: STATEMENT_MS + 1_000,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: "forecasting-gateway",
  });
  return {
    orm: drizzle({ client: pool }),
    pool,
    durability: "power",
    kind: "postgresql",
    hasRoom: () => true,
    close: () => pool.end(),
  };
}

function openEmbedded({ dataDir, code }: DatabaseOptions): Database {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(join(dataDir, "database.lock"));
  const embedded = new EmbeddedDatabase(join(dataDir, "database"), join(code, "pglite-worker.ts"));
  const pool = new Pool({
    stream: () => embedded.connect(),
    user: "postgres",
    database: "postgres",
    max: 1,
    idleTimeoutMillis: 0,
    query_timeout: STATEMENT_MS + 1_000,
    connectionTimeoutMillis: 0,
  });
  let room = freeBytes(dataDir) > FREE_BYTES_NEEDED;
  const watch = setInterval(() => {
    room = freeBytes(dataDir) > FREE_BYTES_NEEDED;
  }, 1_000).unref();
  return {
    orm: drizzle({ client: pool }),
    pool,
    durability: "process",
    kind: "embedded",
    hasRoom: () => room,
    async close() {
      clearInterval(watch);
      await pool.end();
      await embedded.close();
      unlock();
    },
  };
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
