import { createPublicKey } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "#server/db/open.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { CHECKPOINT_FILE, readNewestFirst } from "./checkpoint-file.ts";
import { checkSignatureWith, keyIdOf, readPublicKeys } from "./checkpoint-keys.ts";
import { findContradiction, inGroups } from "./find-contradiction.ts";
import { readHead } from "./read-head.ts";

export interface CheckpointLocations {
  readonly folder: string;
  readonly keyFile: string;
}

/** A checkpoint that the database contradicts, and the last event that the database contains. */
export interface LostHistory {
  readonly expected: Checkpoint;
  readonly found: { readonly seq: number; readonly hash: string } | undefined;
  readonly explanation: string;
}

/** The number of newest checkpoints compared at start. A running gateway then compares all of them. */
const NEWEST = 100;

/**
 * Returns the newest checkpoint of the database with this id. If there is none, or no database (`undefined`), returns
 * the newest checkpoint that this deployment's key signed for another database, which was lost or replaced. If the key
 * is missing too, the deployment cannot recognise its own checkpoints, and any checkpoint is returned.
 */
export function findExpected(locations: CheckpointLocations, databaseId?: string): Checkpoint | undefined {
  const { folder, keyFile } = locations;
  if (!existsSync(folder)) return undefined;
  const keys = readPublicKeys(folder);
  const keyId = existsSync(keyFile) ? keyIdOf(createPublicKey(readFileSync(keyFile, "utf8"))) : undefined;
  let signedHere: Checkpoint | undefined;
  for (const checkpoint of readNewestFirst(join(folder, CHECKPOINT_FILE))) {
    const { database_id, key_id } = checkpoint;
    const isOwn = database_id === databaseId;
    const isCandidate = signedHere === undefined && (keyId === undefined || key_id === keyId);
    if (database_id === "" || !(isOwn || isCandidate)) continue;
    if (checkSignatureWith(keys, checkpoint) === "forged") continue;
    if (isOwn) return checkpoint;
    signedHere = checkpoint;
  }
  return signedHere;
}

/**
 * Compares a database with its newest checkpoints, or with `all` of them. Returns undefined if the database contains
 * every event that has a checkpoint.
 */
export async function findLostHistory(
  database: Pick<Database, "orm">,
  databaseId: string,
  locations: CheckpointLocations,
  { all = false } = {},
): Promise<LostHistory | undefined> {
  const newest = findExpected(locations, databaseId);
  if (newest === undefined) return undefined;
  const head = await readHead(database);
  const found = head === undefined ? undefined : { seq: head.seq, hash: head.hash.toString("hex") };
  const lost = (expected: Checkpoint, what: string) => ({
    expected,
    found,
    explanation: explain(locations, expected, what),
  });
  if (newest.database_id !== databaseId) {
    return lost(newest, `a different database (${databaseId}) without checkpoints; ${lastOf(found)}`);
  }
  const keys = readPublicKeys(locations.folder);
  for (const group of inGroups(readOwn(locations, databaseId, all ? Number.POSITIVE_INFINITY : NEWEST))) {
    const expected = await findContradiction(database, group, (checkpoint) => checkSignatureWith(keys, checkpoint));
    if (expected === undefined) continue;
    const isBehind = found === undefined || found.seq < expected.seq;
    return lost(
      expected,
      isBehind ? lastOf(found) : `event ${expected.seq} of the database is missing or has a different hash`,
    );
  }
  return undefined;
}

/** Yields up to `most` checkpoints of one database, newest first. */
function* readOwn({ folder }: CheckpointLocations, databaseId: string, most: number): Generator<Checkpoint> {
  let count = 0;
  for (const checkpoint of readNewestFirst(join(folder, CHECKPOINT_FILE))) {
    if (checkpoint.database_id !== databaseId) continue;
    yield checkpoint;
    count++;
    if (count === most) return;
  }
}

export function explain(locations: CheckpointLocations, expected: Checkpoint, found: string): string {
  const { seq, hash, at, database_id } = expected;
  return (
    `The database has lost events. Expected: event ${seq} (hash ${hash.slice(0, 16)}…) of the database ${database_id}, ` +
    `according to a checkpoint from ${at} in ${locations.folder}. Found: ${found}. Nothing was changed.\n` +
    "Restore a newer backup (npm run restore), or correct DATA_DIR, DATABASE_URL or CHECKPOINT_DIR if they belong to " +
    "different deployments. To continue without the lost events: npm run accept-loss"
  );
}

function lastOf(found: LostHistory["found"]): string {
  return found === undefined ? "the database contains no events" : `the last event is ${found.seq}`;
}
