import { type LogTree, openLogTree, openWithHistory } from "#server/audit/tree/open-log-tree.ts";
import { applyProxies } from "#server/base/apply-proxies.ts";
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
  await applyProxies(config);
  const onNotice = (notice: string) => console.error(notice);
  const database = await openWithHistory(config, { onNotice, evenIfBehind });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Opens the Merkle tree of an open audit log for a command. Messages go to stderr. */
export function openTree(config: Config, database: Database): Promise<LogTree> {
  return openLogTree(config, database, {
    onChange: (contradiction) => console.error(contradiction?.problem ?? "the audit log matches its checkpoints again"),
    onProblem: console.error,
  });
}
