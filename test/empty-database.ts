import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { EmbeddedDatabase } from "#server/db/pglite/stream.ts";
import { makeFolder } from "./run-process.ts";
import { copyTemplate, type Template } from "./template.ts";

const WORKER = join(process.cwd(), "server", "db", "pglite", "worker.ts");
const PGLITE = join("node_modules", "@electric-sql", "pglite", "package.json");

/**
 * PostgreSQL settings. Allocating the default 128 MB of buffers would take half of the CPU time of opening a database.
 */
const SMALL = "shared_buffers = 2MB\nmax_connections = 10\nwal_buffers = 1MB\n";

/** A new embedded database without tables. The schema is created in each copy, which gets its own database id. */
export const EMPTY_DATABASE: Template = {
  name: "empty",
  madeOf: [
    PGLITE,
    "server/db/pglite/database-folder.ts",
    "server/db/pglite/stream.ts",
    "server/db/pglite/worker.ts",
    "test/empty-database.ts",
  ],
  async make(draft) {
    const embedded = new EmbeddedDatabase(join(draft, "database"), WORKER, () => {});
    const client = new Client({ stream: () => embedded.connect(), user: "postgres", database: "postgres" });
    await client.connect();
    await client.end();
    await embedded.close();
    appendFileSync(join(draft, "database", "postgresql.conf"), SMALL);
  },
};

/**
 * Copies an empty database into a data folder. The gateway's first run is then seconds faster, because it does not have
 * to create the database. Other tests cover the creation.
 */
export async function copyEmptyDatabase(dataDir = makeFolder()): Promise<string> {
  await copyTemplate(EMPTY_DATABASE, dataDir);
  return dataDir;
}
