import { join } from "node:path";
import { Client } from "pg";
import { EmbeddedDatabase } from "#server/infra/db/pglite/stream.ts";
import { copyTemplate, type Template } from "./template.ts";

const WORKER = join(process.cwd(), "server", "infra", "db", "pglite", "worker.ts");
const PGLITE = join("node_modules", "@electric-sql", "pglite", "package.json");

/**
 * An embedded database just after its creation, without tables: no migration has run. The migrations give each copy its
 * own id.
 */
export const EMPTY_DATABASE: Template = {
  name: "empty",
  madeOf: [
    PGLITE,
    "server/infra/db/pglite/database-folder.ts",
    "server/infra/db/pglite/stream.ts",
    "server/infra/db/pglite/worker.ts",
  ],
  async make(draft) {
    const embedded = new EmbeddedDatabase(join(draft, "database"), WORKER, () => {});
    const client = new Client({ stream: () => embedded.connect(), user: "postgres", database: "postgres" });
    await client.connect();
    await client.end();
    await embedded.close();
  },
};

/**
 * Copies an empty database into a data folder: a start there is a first start without the seconds that creating the
 * database takes. Creation itself is tested without this.
 */
export function copyEmptyDatabase(dataDir: string): Promise<void> {
  return copyTemplate(EMPTY_DATABASE, dataDir);
}
