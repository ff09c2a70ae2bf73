import { join } from "node:path";
import type { Config } from "#server/config.ts";
import { type Database, openDatabase } from "#server/db/open.ts";

/** Opens the record's database for a command, and closes it when the command is done. */
export async function withRecord<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    code: join(config.root, "server", "db"),
    onError: () => {},
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
