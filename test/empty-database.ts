import { join } from "node:path";
import { Client } from "pg";
import { EmbeddedDatabase } from "#server/db/pglite-stream.ts";
import { copyTemplate, type Template } from "./template.ts";

const WORKER = join(process.cwd(), "server", "db", "pglite-worker.ts");
const PGLITE = join("node_modules", "@electric-sql", "pglite", "package.json");

/**
 * An embedded database as its creation leaves it: without tables, for no migration has run. Each copy gets an identity of
 * its own from the migrations.
 */
export const EMPTY_DATABASE: Template = {
  name: "empty",
  madeOf: [PGLITE, "server/db/database-folder.ts", "server/db/pglite-stream.ts", "server/db/pglite-worker.ts"],
  async make(draft) {
    const embedded = new EmbeddedDatabase(join(draft, "database"), WORKER, () => {});
    const client = new Client({ stream: () => embedded.connect(), user: "postgres", database: "postgres" });
    await client.connect();
    await client.end();
    await embedded.close();
  },
};

/**
 * Lays down an empty database in a data folder: a start from there on is a first start but for the seconds that creating
 * the database takes. What is said of the creation itself is tested without this.
 */
export function copyEmptyDatabase(dataDir: string): Promise<void> {
  return copyTemplate(EMPTY_DATABASE, dataDir);
}
