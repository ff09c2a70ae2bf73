import { openWithHistory } from "#server/audit/log/open-with-history.ts";
import type { Config } from "#server/config/read-config.ts";
import type { Database } from "#server/db/open.ts";

/**
 * Opens the database for a command and closes it afterwards. Throws if the database has lost events that a checkpoint
 * refers to; with `evenIfBehind`, for read-only commands, opens it anyway.
 */
export async function withAuditLog<T>(
  config: Config,
  work: (database: Database) => Promise<T>,
  { evenIfBehind = false } = {},
): Promise<T> {
  const onNotice = (notice: string) => console.error(notice);
  const database = await openWithHistory(config, { onError: () => {}, onNotice, evenIfBehind });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
