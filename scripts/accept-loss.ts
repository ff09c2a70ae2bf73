import { readFileSync } from "node:fs";
import { join } from "node:path";
import { acceptLoss } from "#server/audit/tree/accept-loss.ts";
import { applyProxies } from "#server/base/apply-proxies.ts";
import { readConfig } from "#server/config/read-config.ts";
import { openDatabase } from "#server/db/open.ts";

/**
 * `npm run accept-loss [-- NOTE_FILE]`: lets the gateway start again after its database lost audit events, for example
 * because an old backup was restored, or after the private key of its log was lost. Deletes nothing. Records the loss in the
 * audit log and in a new checkpoint. NOTE_FILE is a checkpoint stored by a witness: GET PREFIX/ORIGIN_HASH/checkpoint.
 */

const [file] = process.argv.slice(2);

try {
  const config = readConfig();
  await applyProxies(config);
  const note = file === undefined ? undefined : readFileSync(file, "utf8");
  const database = await openDatabase({
    url: config.databaseUrl,
    isPooled: config.databasePooler === "transaction",
    dataDir: config.dataDir,
    code: join(config.root, "server", "db"),
    onNotice: (notice) => console.error(notice),
  });
  const lost = await acceptLoss(database, config, () => new Date(), note).finally(() => database.close());
  if (lost === undefined) {
    console.error(
      "No audit event is missing: the database contains every event that its checkpoints refer to. Nothing was changed.",
    );
    process.exitCode = 1;
  } else {
    const { expected, found } = lost;
    if (expected.checkpoint === "") console.log("The private key of the log is lost.");
    console.log(`Expected: event ${expected.seq} of database ${expected.database_id}.`);
    console.log(
      found === undefined ? "Found: no events in the database." : `Found: event ${found.seq} as the last event.`,
    );
    console.log("The loss is accepted and recorded in the audit log. The earlier checkpoints are unchanged.");
    if (lost.needsArchives)
      console.log(
        "Nothing is signed yet, because events are archived. Run npm run grow-tree -- FOLDER_OF_THE_ARCHIVES.",
      );
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
