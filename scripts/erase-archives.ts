import { resolve } from "node:path";
import { rewriteArchives } from "#server/audit/erasure/rewrite-archives.ts";
import { readConfig } from "#server/config/read-config.ts";
import { readDatabaseId } from "#server/db/database-id.ts";
import { listArchives } from "./list-archives.ts";
import { withAuditLog } from "./open-audit-log.ts";

/**
 * `npm run erase-archives -- FOLDER`: removes from the archives in FOLDER the contents that were erased in the gateway.
 * With the embedded database, stop the gateway first. Run it again after an interruption. Exit codes: 0 no archive shows
 * erased contents; 1 a read-only folder has an archive that shows some; 2 unreadable input.
 */

const OUTCOMES = {
  rewritten: "erased contents were removed",
  tombstone:
    "the file is read-only and keeps erased contents; the new file next to it, .erased, hides them from verify",
};

const [folder] = process.argv.slice(2);

try {
  if (folder === undefined) throw new Error("Usage: npm run erase-archives -- FOLDER");
  await withAuditLog(readConfig(), async (database) => {
    const archives = await listArchives(database, await readDatabaseId(database), resolve(folder));
    for await (const [file, outcome] of rewriteArchives(database, archives)) {
      if (typeof outcome === "object") process.exitCode = 1;
      console.log(`${file}: ${typeof outcome === "object" ? `NOT ERASED: ${outcome.error}` : OUTCOMES[outcome]}`);
    }
  });
  console.log(
    process.exitCode === 1 ? "Some archives still show erased contents." : "No archive shows erased contents.",
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
