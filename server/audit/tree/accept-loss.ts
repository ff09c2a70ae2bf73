import { sql } from "drizzle-orm";
import { v4 as uuid } from "uuid";
import { createAuditLog } from "#server/audit/log/audit-log.ts";
import type { Actor } from "#server/audit/log/event.ts";
import { readSigningKeys, trust } from "#server/audit/log/log-keys.ts";
import { chainStart, readArchived } from "#server/audit/log/read-events.ts";
import type { Config } from "#server/config/read-config.ts";
import { readDatabaseId } from "#server/db/database-id.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import type { Database } from "#server/db/open.ts";
import { databaseIdentity } from "#server/db/schema.ts";
import { createCompactRange } from "./compact-range.ts";
import { findLostHistory, findLostKey, type LostHistory } from "./find-lost-history.ts";
import { openLogTree } from "./open-log-tree.ts";
import { readSignedTree, type SignedTree, treeFolder } from "./signed-tree.ts";
import { openTileFolder, readLeaves } from "./tiles.ts";

interface AcceptedLoss extends LostHistory {
  /** Whether the new tree is not signed yet: it needs the archived events (`npm run grow-tree`). */
  readonly needsArchives: boolean;
}

const OPERATOR: Actor = { type: "system", id: "accept-loss" };

/**
 * Accepts that a database has lost events, or that its log's key is lost, so that the gateway can start again. `note` is
 * a checkpoint that a witness has kept, if the checkpoint folder has lost it too. Returns undefined if nothing is lost.
 * The database gets a new id; existing checkpoints keep the old id. An audit event records which event was expected and
 * which one was found, and the tree of the new log is signed unless it needs the archives. Throws, before anything is
 * changed, if events are archived and the old tree lacks them or was altered.
 */
export async function acceptLoss(
  database: Database,
  config: Config,
  now: () => Date,
  note?: string,
): Promise<AcceptedLoss | undefined> {
  const { checkpointDir } = config;
  const formerId = await readDatabaseId(database);
  const lostKey = await findLostKey(database, formerId, config.logKeyFile);
  const lost = lostKey ?? (await findLostHistory(database, formerId, config, note));
  if (lost === undefined) return undefined;
  const archived = chainStart(await readArchived(database)).seq;
  const { expected, found } = lost;
  const keys = readSigningKeys(config, true);
  // Without the former key, the former tree proves nothing, so the new one must be grown from the archives.
  const former =
    lostKey === undefined ? await readSignedTree(checkpointDir, formerId, await trust(keys)(formerId)) : undefined;
  if (archived > (former?.size ?? 0) && lostKey === undefined)
    throw new Error(
      `Events up to ${archived} are archived, and ${treeFolder(checkpointDir, formerId)} does not contain them. ` +
        "Restore this folder from a backup. Nothing was changed.",
    );
  const readArchivedLeaves = (tree: SignedTree) => leavesOf(treeFolder(checkpointDir, formerId), tree, archived);
  if (archived > 0 && former !== undefined) for await (const _ of readArchivedLeaves(former));
  const databaseId = uuid();
  await inTransaction(database, async (transaction) => {
    // The latest row is the current id, so its time must be later than all others, even if the clock was set back.
    const createdAt = sql`greatest(now(), (select max(created_at) + interval '1 ms' from database_identity))`;
    await transaction.insert(databaseIdentity).values({ id: databaseId, createdAt });
    await createAuditLog(database, now).appendIn(transaction, OPERATOR, {
      kind: "history.loss_accepted",
      database_id: databaseId,
      expected,
      found: found ?? null,
    });
  });
  const { tree } = await openLogTree(config, database, { onChange: () => {}, onProblem: console.error, now });
  const needsArchives = archived > 0 && former === undefined;
  if (former !== undefined && archived > 0) await tree.seed(readArchivedLeaves(former));
  if (!needsArchives) await tree.grow();
  return { ...lost, needsArchives };
}

/** Yields the first leaf hashes of a signed tree. At the end, throws unless the tiles have the signed root. */
async function* leavesOf(folder: string, { size, root }: SignedTree, count: number): AsyncGenerator<Buffer> {
  const range = createCompactRange(0, []);
  let index = 0;
  for await (const leaf of readLeaves(openTileFolder(folder), size)) {
    range.push(leaf);
    if (index++ < count) yield leaf;
  }
  if (!range.root().equals(root))
    throw new Error(
      `The tiles in ${folder} do not match their checkpoint. Restore this folder from a backup. Nothing was changed.`,
    );
}
