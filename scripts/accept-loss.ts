import { join } from "node:path";
import { acceptLoss } from "#server/audit/log/accept-loss.ts";
import { checkpointLocations } from "#server/audit/log/open-with-history.ts";
import { readConfig } from "#server/config/read-config.ts";
import { openDatabase } from "#server/db/open.ts";

/**
 * `npm run accept-loss`: allows a gateway to start although its database is lost or behind its checkpoints. Deletes
 * nothing: the audit log and a new checkpoint record the loss.
 */

const config = readConfig();

try {
  const database = await openDatabase({
    url: config.databaseUrl,
    isPooled: config.databaseIsPooled,
    dataDir: config.dataDir,
    code: join(config.root, "server", "db"),
    onError: () => {},
    onNotice: (notice) => console.error(notice),
  });
  const lost = await acceptLoss(database, checkpointLocations(config), () => new Date()).finally(() =>
    database.close(),
  );
  if (lost === undefined) {
    console.error("Nothing is lost: the database holds every event that its checkpoints name. Nothing was changed.");
    process.exitCode = 1;
  } else {
    const { expected, found } = lost;
    console.log(
      `Expected event ${expected.seq} of the database ${expected.database_id} (checkpoint of ${expected.at}).`,
    );
    console.log(
      found === undefined ? "The database holds no event." : `The last event of the database is ${found.seq}.`,
    );
    console.log("The loss is accepted, and recorded in the audit log. The earlier checkpoints were kept.");
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
