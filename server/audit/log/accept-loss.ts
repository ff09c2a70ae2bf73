import { sql } from "drizzle-orm";
import { v4 as uuid } from "uuid";
import { readDatabaseId } from "#server/db/database-id.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import type { Database } from "#server/db/open.ts";
import { databaseIdentity } from "#server/db/schema.ts";
import { createAuditLog } from "./audit-log.ts";
import { type CheckpointLocations, findLostHistory, type LostHistory } from "./check-history.ts";
import { openCheckpoints } from "./checkpoint.ts";
import type { Actor } from "./event.ts";

const OPERATOR: Actor = { type: "system", id: "accept-loss", name: "accept-loss" };

/**
 * Accepts that a database has lost events, so that the gateway can start again. Returns undefined if no event is lost.
 * The database gets a new id; existing checkpoints keep the old id. An audit event records which event was expected and
 * which one was found, and a new checkpoint signs this audit event.
 */
export async function acceptLoss(
  database: Database,
  locations: CheckpointLocations,
  now: () => Date,
): Promise<LostHistory | undefined> {
  const lost = await findLostHistory(database, await readDatabaseId(database), locations, { all: true });
  if (lost === undefined) return undefined;
  const { expected, found } = lost;
  const databaseId = uuid();
  await inTransaction(database, async (transaction) => {
    // The latest row is the current id, so its time must be later than all others, even if the clock was set back.
    const createdAt = sql`greatest(now(), (select max(created_at) + interval '1 ms' from database_identity))`;
    await transaction.insert(databaseIdentity).values({ id: databaseId, createdAt });
    await createAuditLog(database, now).appendIn(transaction, OPERATOR, {
      kind: "history.loss_accepted",
      database_id: databaseId,
      expected: { database_id: expected.database_id, seq: expected.seq, hash: expected.hash, at: expected.at },
      found: found ?? null,
    });
  });
  const { rows } = await database.pool.query<{ seq: string; hash: Buffer }>(
    "select seq, hash from events order by seq desc limit 1",
  );
  const [head] = rows;
  if (head === undefined) throw new Error("the audit log is empty after an event was appended");
  openCheckpoints(locations.folder, locations.keyFile, databaseId).write(
    { seq: Number(head.seq), hash: head.hash },
    now(),
  );
  return lost;
}
