import { resolve } from "node:path";
import { archiveMonths } from "#server/audit/archive/archive-months.ts";
import { createAuditLog } from "#server/audit/log/audit-log.ts";
import { readConfig } from "#server/config/read-config.ts";
import { ensureFolder } from "#server/db/pglite/ensure-folder.ts";
import { openTree, withAuditLog } from "./open-audit-log.ts";

/**
 * `npm run archive -- FOLDER --before 2026-01`: writes the audit log before that month to files in FOLDER, one per
 * month, and removes most archived prediction events from the database. With the embedded database, stop the gateway
 * first; with PostgreSQL, it may keep running.
 */

const [folder, option, month = ""] = process.argv.slice(2);

try {
  if (folder === undefined || option !== "--before" || !/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) {
    throw new Error("Usage: npm run archive -- FOLDER --before YYYY-MM (earlier months are archived)");
  }
  const config = readConfig();
  ensureFolder(resolve(folder), "FOLDER");
  const archived = await withAuditLog(config, async (database) => {
    const now = () => new Date();
    const archiving = { database, ...(await openTree(config, database)), now, events: createAuditLog(database, now) };
    return archiveMonths(archiving, resolve(folder), new Date(`${month}-01T00:00:00Z`));
  });
  for (const { file, first_seq, last_seq, removed, file_sha256 } of archived) {
    console.log(
      `${file}: events ${first_seq} to ${last_seq}, ${removed} removed from the database, SHA-256 ${file_sha256}`,
    );
  }
  if (archived.length === 0) console.log(`There are no months before ${month} to archive. Nothing was changed.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
