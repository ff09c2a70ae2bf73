import { once } from "node:events";
import { exportAuditLog } from "#server/audit/export/export-audit-log.ts";
import { readConfig } from "#server/config/read-config.ts";
import { openTree, withAuditLog } from "./open-audit-log.ts";

/**
 * `npm run export > audit-log.jsonl`: writes the whole audit log to stdout, one event per line, followed by a signed
 * checkpoint. `npm run verify` checks such a file without the database.
 */
try {
  const config = readConfig();
  await withAuditLog(config, async (database) => {
    const { signer } = await openTree(config, database);
    for await (const lines of exportAuditLog({ database, signer, now: () => new Date() })) {
      if (!process.stdout.write(lines)) await once(process.stdout, "drain");
    }
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
