import { once } from "node:events";
import { join } from "node:path";
import { exportAuditLog } from "#server/audit/export/export-audit-log.ts";
import { openCheckpoints } from "#server/audit/log/checkpoint.ts";
import { readConfig } from "#server/config/read-config.ts";
import { readDatabaseId } from "#server/db/database-id.ts";
import { withAuditLog } from "./open-audit-log.ts";

/**
 * `npm run export > audit-log.jsonl`: writes the whole audit log to stdout, one event per line, followed by a signed
 * checkpoint. `npm run verify` checks such a file without the database.
 */
try {
  const config = readConfig();
  await withAuditLog(config, async (database) => {
    const keyFile = join(config.dataDir, "checkpoint-key.pem");
    const checkpoints = openCheckpoints(config.checkpointDir, keyFile, await readDatabaseId(database));
    for await (const lines of exportAuditLog({ database, checkpoints, now: () => new Date() })) {
      if (!process.stdout.write(lines)) await once(process.stdout, "drain");
    }
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
