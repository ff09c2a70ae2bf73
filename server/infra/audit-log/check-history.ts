import { createPublicKey } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { desc, eq } from "drizzle-orm";
import type { Database } from "#server/infra/db/open.ts";
import { events } from "#server/infra/db/schema.ts";
import { chainStart, readArchived } from "./archived.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { CHECKPOINT_FILE, readCheckpoints } from "./checkpoint-file.ts";
import { checkSignatureWith, keyIdOf, readPublicKeys } from "./checkpoint-keys.ts";

/** Where a deployment keeps its checkpoints and the key that signs them. */
export interface CheckpointLocations {
  readonly folder: string;
  readonly keyFile: string;
}

/** What the checkpoints expect in the database, and what is there instead. */
export interface LostHistory {
  readonly expected: Checkpoint;
  /** The last event in the database; undefined if there is none. */
  readonly found: { readonly seq: number; readonly hash: string } | undefined;
  readonly explanation: string;
}

/**
 * The newest checkpoint of the database with this id. If there is none (or no database: undefined), the newest one that
 * this deployment's key has signed for another database, which is then lost or was replaced. A deployment that has lost
 * its key too cannot recognise its own checkpoints and takes any.
 */
export function findExpected({ folder, keyFile }: CheckpointLocations, databaseId?: string): Checkpoint | undefined {
  if (!existsSync(folder)) return undefined;
  const keys = readPublicKeys(folder);
  const keyId = existsSync(keyFile) ? keyIdOf(createPublicKey(readFileSync(keyFile, "utf8"))) : undefined;
  const isForged = (checkpoint: Checkpoint) => checkSignatureWith(keys, checkpoint) === "forged";

  function newest(isRuledOut: (checkpoint: Checkpoint) => boolean): Checkpoint | undefined {
    let own: Checkpoint | undefined;
    let signedHere: Checkpoint | undefined;
    for (const checkpoint of readCheckpoints(join(folder, CHECKPOINT_FILE))) {
      const { database_id, key_id, seq } = checkpoint;
      if (database_id === "" || isRuledOut(checkpoint)) continue;
      if (database_id === databaseId && (own === undefined || seq >= own.seq)) own = checkpoint;
      if (keyId === undefined || key_id === keyId) signedHere = checkpoint;
    }
    return own ?? signedHere;
  }

  // A file of a year has half a million signatures, which take half a minute: all are checked only where the one is forged.
  const found = newest(() => false);
  return found !== undefined && isForged(found) ? newest(isForged) : found;
}

/** Compares a database with its checkpoints. Undefined if it holds every event that they name. */
export async function findLostHistory(
  { orm }: Database,
  databaseId: string,
  locations: CheckpointLocations,
): Promise<LostHistory | undefined> {
  const expected = findExpected(locations, databaseId);
  if (expected === undefined) return undefined;
  const { seq, hash } = events;
  const [head] = await orm.select({ seq, hash }).from(events).orderBy(desc(seq)).limit(1);
  const found = head === undefined ? undefined : { seq: head.seq, hash: head.hash.toString("hex") };
  const lost = (what: string) => ({ expected, found, explanation: explain(locations, expected, what) });
  if (expected.database_id !== databaseId) {
    return lost(`the database is another one (${databaseId}) that no checkpoint names, and ${lastOf(found)}`);
  }
  if (found === undefined || found.seq < expected.seq) return lost(lastOf(found));
  // Archived since then: the chain in the database continues from a later event.
  if (expected.seq <= chainStart(await readArchived({ orm })).seq) return undefined;
  const [same] = await orm.select({ hash }).from(events).where(eq(seq, expected.seq));
  if (same?.hash.toString("hex") === expected.hash) return undefined;
  return lost(`event ${expected.seq} of the database is another one`);
}

export function explain(locations: CheckpointLocations, expected: Checkpoint, found: string): string {
  const { seq, hash, at, database_id } = expected;
  return (
    `The database has lost events. Expected: event ${seq} (hash ${hash.slice(0, 16)}…) of the database ${database_id}, ` +
    `which a checkpoint of ${at} in ${locations.folder} names. Found: ${found}. Nothing was changed.\n` +
    "Restore a newer backup (npm run restore), or correct DATA_DIR, DATABASE_URL or CHECKPOINT_DIR if they do not " +
    "belong together. To go on without the lost events: npm run accept-loss"
  );
}

function lastOf(found: LostHistory["found"]): string {
  return found === undefined ? "it holds no event" : `its last event is ${found.seq}`;
}
