import { readExports } from "#server/audit/export/read-links.ts";
import { startOfExport } from "#server/audit/export/seal.ts";
import { readLogKeys, trust } from "#server/audit/log/log-keys.ts";
import { chainStart, readArchived } from "#server/audit/log/read-events.ts";
import { leafOf } from "#server/audit/tree/append-events.ts";
import { leafHash } from "#server/audit/tree/tiles.ts";
import { verifyChain } from "#server/audit/verification/verify-chain.ts";
import { sha256 } from "#server/base/digest.ts";
import { readConfig } from "#server/config/read-config.ts";
import { readDatabaseId } from "#server/db/database-id.ts";
import { sourceOfExports } from "./checkpoint-source.ts";
import { listArchives } from "./list-archives.ts";
import { openTree, withAuditLog } from "./open-audit-log.ts";

/**
 * `npm run grow-tree -- ARCHIVES`: builds the Merkle tree of the audit log from a folder of archives and the database.
 * Needed once if events were archived and the tree in CHECKPOINT_DIR was lost. With the embedded database, stop the
 * gateway first.
 */

const [folder] = process.argv.slice(2);

try {
  if (folder === undefined) throw new Error("Usage: npm run grow-tree -- ARCHIVES (the folder of all archives)");
  const config = readConfig();
  const size = await withAuditLog(config, async (database) => {
    const { tree } = await openTree(config, database);
    const archives = await listArchives(database, await readDatabaseId(database), folder);
    const { seq, hash } = chainStart(await readArchived(database));
    const source = await sourceOfExports(archives, trust(readLogKeys(config.logKeyFile)), config.checkpointDir);
    const { errors, events, head } = await verifyChain(readExports(archives), source, { continues: true });
    const [error] = errors;
    if (error !== undefined) throw new Error(`The archives do not verify: event ${error.seq}: ${error.message}.`);
    if (startOfExport(archives[0] ?? "").seq !== 0 || events !== seq || head !== hash.toString("hex"))
      throw new Error(`The archives in ${folder} do not contain the events 1 to ${seq}.`);
    await tree.seed(hashLeaves(archives, hash));
    await tree.grow();
    return (await tree.readLast())?.size;
  });
  console.log(`The Merkle tree contains the events 1 to ${size}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

/** Throws at the end unless the chain leads to `head`: a file may have changed since it was verified. */
async function* hashLeaves(files: readonly string[], head: Buffer): AsyncGenerator<Buffer> {
  let hash: Buffer = Buffer.alloc(32);
  for await (const { body } of readExports(files)) {
    hash = sha256(Buffer.concat([hash, body]));
    yield leafHash(leafOf({ hash, body }));
  }
  if (!hash.equals(head)) throw new Error("The archives have changed since they were verified. Run the command again.");
}
