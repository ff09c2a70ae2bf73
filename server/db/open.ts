import { mkdirSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { Client, Pool, type QueryConfig } from "pg";
import { createLine, type Line } from "./line.ts";
import { lockFolder } from "./lock-folder.ts";
import { migrate } from "./migrate.ts";
import { EmbeddedDatabase } from "./pglite-stream.ts";

/** A statement that takes longer than this is given up: a frozen server would hold its caller for ever. */
const STATEMENT_MS = 10_000;
const CONNECT_MS = 15_000;
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
  readonly line: Line;
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
  const settings = {
    connectionString: url,
    statement_timeout: STATEMENT_MS,
    query_timeout: STATEMENT_MS + 1_000,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: "forecasting-gateway",
  };
  const pool = new Pool({ ...settings, max: 10 });
  const line = createLine(() => new Client({ ...settings, pipeline: true }));
  return {
    orm: drizzle({ client: pool }),
    pool,
    line,
    durability: "power",
    kind: "postgresql",
    hasRoom: () => true,
    async close() {
      await line.close();
      await pool.end();
    },
  };
}

function openEmbedded({ dataDir, code }: DatabaseOptions): Database {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(join(dataDir, "database.lock"));
  const embedded = new EmbeddedDatabase(join(dataDir, "database"), join(code, "pglite-worker.ts"));
  const settings = {
    stream: () => embedded.connect(),
    user: "postgres",
    database: "postgres",
    query_timeout: STATEMENT_MS + 1_000,
  };
  const pool = new Pool({ ...settings, max: 2, idleTimeoutMillis: 0 });
  const line = createLine(() => new Client({ ...settings, pipeline: true }));
  let room = freeBytes(dataDir) > FREE_BYTES_NEEDED;
  const watch = setInterval(() => {
    room = freeBytes(dataDir) > FREE_BYTES_NEEDED;
  }, 1_000).unref();
  return {
    orm: drizzle({ client: pool }),
    pool,
    line,
    durability: "process",
    kind: "embedded",
    hasRoom: () => room,
    async close() {
      clearInterval(watch);
      await line.close();
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
