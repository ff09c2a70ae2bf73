import { existsSync, readFileSync } from "node:fs";
import { parseCheckpoint } from "#lib/tlog/checkpoint.ts";
import { parseNote } from "#lib/tlog/signed-note.ts";
import { readLogKeys, trust } from "#server/audit/log/log-keys.ts";
import { findMissingKey } from "#server/audit/log/open-log-keys.ts";
import { readHead } from "#server/audit/log/read-head.ts";
import type { Database } from "#server/db/open.ts";
import { findContradiction, findDifference, readLastLeaf } from "./find-contradiction.ts";
import { checkpointFile, listLogs, readSignedTree, type SignedTree, treeFolder, verifyNote } from "./signed-tree.ts";
import { openTileFolder } from "./tile-folder.ts";

export interface CheckpointLocations {
  readonly folder: string;
  /** LOG_KEY_FILE. */
  readonly keyFile: string;
}

/** An event that the database must contain according to a checkpoint. */
export interface ExpectedEvent {
  readonly database_id: string;
  readonly seq: number;
  /** The text of the checkpoint; empty if the log's key is lost. */
  readonly checkpoint: string;
}

/** A checkpoint that the database contradicts, or a lost key, and the last event that the database contains. */
export interface LostHistory {
  readonly expected: ExpectedEvent;
  readonly found: { readonly seq: number; readonly hash: string } | undefined;
  readonly explanation: string;
}

/**
 * Compares a database with the last signed tree of its log. Without one, the database must not have replaced another one.
 * Returns undefined if nothing is lost, and the key of the log is in LOG_KEY_FILE.
 */
export async function findLostHistory(
  database: Pick<Database, "orm">,
  databaseId: string,
  locations: CheckpointLocations,
): Promise<LostHistory | undefined> {
  const { folder, keyFile } = locations;
  const found = await readLast(database);
  const lost = (expected: ExpectedEvent, what: string): LostHistory => ({
    expected,
    found,
    explanation: explain(locations, expected, what),
  });
  // Without the key, the last signed tree cannot be compared.
  const lostKey = existsSync(checkpointFile(folder, databaseId)) && (await findLostKey(database, databaseId, keyFile));
  if (lostKey) return lostKey;
  const tree = await readSignedTree(folder, databaseId, await readTrusted(keyFile)(databaseId));
  if (tree !== undefined) {
    const what = await findContradiction(
      database,
      await readLastLeaf(openTileFolder(treeFolder(folder, databaseId)), tree.size),
    );
    return what === undefined ? undefined : lost(expectedByTree(databaseId, tree), what);
  }
  const other = await findForeign(locations);
  return other && lost(other, `a different database (${databaseId}) without checkpoints; ${lastOf(found)}`);
}

/** Returns the end of a log whose private key is not in LOG_KEY_FILE; undefined if it is, or if the log has no key yet. */
export async function findLostKey(
  database: Pick<Database, "orm">,
  databaseId: string,
  keyFile: string,
): Promise<LostHistory | undefined> {
  const explanation = await findMissingKey(database, databaseId, keyFile);
  const found = await readLast(database);
  const expected = { database_id: databaseId, seq: found?.seq ?? 0, checkpoint: "" };
  return explanation === undefined ? undefined : { expected, found, explanation };
}

async function readLast(database: Pick<Database, "orm">): Promise<LostHistory["found"]> {
  const head = await readHead(database);
  return head && { seq: head.seq, hash: head.hash.toString("hex") };
}

/**
 * Compares a database with a checkpoint of its log that somebody else has kept. Returns undefined if nothing is lost.
 * Throws unless a key in LOG_KEY_FILE has signed the note.
 */
export async function compareWithNote(
  database: Pick<Database, "orm">,
  databaseId: string,
  { folder, keyFile }: CheckpointLocations,
  note: string,
): Promise<LostHistory | undefined> {
  const logs = await readTrusted(keyFile)(databaseId);
  const kept = await verifyNote(note, logs);
  if (!kept.ok)
    throw new Error(`The note is not a checkpoint of this database's log: ${kept.error}. Nothing was changed.`);
  const size = (await readSignedTree(folder, databaseId, logs))?.size ?? 0;
  const explanation = await findDifference(database, openTileFolder(treeFolder(folder, databaseId)), size, kept.value);
  const expected = { database_id: databaseId, seq: kept.value.size, checkpoint: textOf(note) };
  return explanation === undefined ? undefined : { expected, found: await readLast(database), explanation };
}

/**
 * Returns the checkpoint of a database that this deployment's key has signed. The caller has no checkpoint, so that
 * database was lost or replaced. If the key is missing too, the deployment cannot recognise its own checkpoints, and any
 * checkpoint is returned.
 */
export async function findForeign({ folder, keyFile }: CheckpointLocations): Promise<ExpectedEvent | undefined> {
  for (const databaseId of listLogs(folder)) {
    const note = readFileSync(checkpointFile(folder, databaseId), "utf8");
    const signed = await verifyNote(note, await readTrusted(keyFile)(databaseId));
    if (signed.ok || !existsSync(keyFile))
      return { database_id: databaseId, seq: parseCheckpoint(textOf(note))?.size ?? 0, checkpoint: textOf(note) };
  }
  return undefined;
}

const readTrusted = (keyFile: string) => trust(existsSync(keyFile) ? readLogKeys(keyFile) : []);

export function explain({ folder }: CheckpointLocations, expected: ExpectedEvent, found: string): string {
  return (
    `The database has lost events. Expected: event ${expected.seq} of the database ${expected.database_id}, according ` +
    `to a checkpoint in ${folder}. Found: ${found}. Nothing was changed.\n` +
    "Restore a newer backup (npm run restore), or correct DATA_DIR, DATABASE_URL or CHECKPOINT_DIR if they belong to " +
    "different deployments. To continue without the lost events: npm run accept-loss"
  );
}

function expectedByTree(databaseId: string, { size, note }: SignedTree): ExpectedEvent {
  return { database_id: databaseId, seq: size, checkpoint: textOf(note) };
}

const textOf = (note: string) => parseNote(note)?.text ?? "";

function lastOf(found: LostHistory["found"]): string {
  return found === undefined ? "the database contains no events" : `the last event is ${found.seq}`;
}
