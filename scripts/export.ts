import { once } from "node:events";
import { exportContents } from "#server/audit/export/contents-file.ts";
import { exportAuditLog } from "#server/audit/export/export-audit-log.ts";
import { readConfig } from "#server/config/read-config.ts";
import { openTree, withAuditLog } from "./open-audit-log.ts";

/**
 * `npm run export > audit-log.jsonl`: writes the whole audit log to stdout, one event per line, followed by a signed
 * checkpoint. `npm run export -- --contents > audit-log.jsonl.contents`: writes the contents of the events. `npm run verify`
 * checks such files without the database.
 */
try {
  const config = readConfig();
  await withAuditLog(config, async (database) => {
    const { signer } = await openTree(config, database);
    const parts = process.argv.includes("--contents")
      ? exportContents(database, { above: 0, upTo: Number.MAX_SAFE_INTEGER })
      : exportAuditLog({ database, signer, now: () => new Date() });
    for await (const lines of parts) {
      if (!process.stdout.write(lines)) await once(process.stdout, "drain");
    }
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
