import { resolve } from "node:path";
import { rewriteArchives } from "#server/audit/erasure/rewrite-archives.ts";
import { readConfig } from "#server/config/read-config.ts";
import { readDatabaseId } from "#server/db/database-id.ts";
import { listArchives } from "./list-archives.ts";
import { withAuditLog } from "./open-audit-log.ts";

/**
 * `npm run erase-archives -- FOLDER`: removes from the archives in FOLDER the contents that were erased in the gateway.
 * With the embedded database, stop the gateway first. Run it again after an interruption.
 */

const [folder] = process.argv.slice(2);

try {
  if (folder === undefined) throw new Error("Usage: npm run erase-archives -- FOLDER");
  await withAuditLog(readConfig(), async (database) => {
    const archives = await listArchives(database, await readDatabaseId(database), resolve(folder));
    for await (const file of rewriteArchives(database, archives)) console.log(`${file}: erased contents were removed`);
  });
  console.log("The archives contain nothing that was erased.");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
