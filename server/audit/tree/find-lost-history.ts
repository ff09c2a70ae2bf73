import { existsSync, readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { parseCheckpoint } from "#lib/tlog/checkpoint.ts";
import { parseNote } from "#lib/tlog/signed-note.ts";
import { readLogKeys, trust } from "#server/audit/log/log-keys.ts";
import { findMissingKey } from "#server/audit/log/open-log-keys.ts";
import { readHead } from "#server/audit/log/read-events.ts";
import type { Config } from "#server/config/read-config.ts";
import type { Database } from "#server/db/open.ts";
import { events } from "#server/db/schema.ts";
import { findContradiction, findDifference, readLastLeaf } from "./find-contradiction.ts";
import { checkpointFile, listLogs, readSignedTree, treeFolder, verifyNote } from "./signed-tree.ts";
import { openTileFolder } from "./tiles.ts";

type Locations = Pick<Config, "checkpointDir" | "logKeyFile">;

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
 * Compares a database with the last signed tree of its log and, if `note` is defined, with a checkpoint of its log that
 * a witness has stored. Without a signed tree, the database must not have replaced another one, unless that loss is
 * accepted. Returns undefined if nothing is lost. Throws unless a key in LOG_KEY_FILE has signed the note.
 */
export async function findLostHistory(
  database: Pick<Database, "orm">,
  databaseId: string,
  locations: Locations,
  note?: string,
): Promise<LostHistory | undefined> {
  const { checkpointDir: folder, logKeyFile } = locations;
  const found = await readLast(database);
  const lost = (expected: ExpectedEvent, what: string): LostHistory => ({
    expected,
    found,
    explanation: explain(locations, expected, what),
  });
  // Without the key, the last signed tree cannot be compared.
  const lostKey =
    existsSync(checkpointFile(folder, databaseId)) && (await findLostKey(database, databaseId, logKeyFile));
  if (lostKey) return lostKey;
  const logs = await readTrusted(logKeyFile)(databaseId);
  const store = openTileFolder(treeFolder(folder, databaseId));
  const tree = await readSignedTree(folder, databaseId, logs);
  if (tree !== undefined) {
    const what = await findContradiction(database, await readLastLeaf(store, tree.size));
    if (what !== undefined) return lost(expectedBy(databaseId, tree.note), what);
  }
  if (note !== undefined) {
    const kept = await verifyNote(note, logs);
    if (!kept.ok) throw new Error(`The note is not a checkpoint of this log: ${kept.error}. Nothing was changed.`);
    const what = await findDifference(database, store, tree?.size ?? 0, kept.value);
    if (what !== undefined) return lost(expectedBy(databaseId, note), what);
  }
  const other = tree === undefined ? await findForeign(locations, await readAccepted(database)) : undefined;
  return other && lost(other, `a different database (${databaseId}) without checkpoints; ${lastOf(found)}`);
}

/** Returns the end of a log without a private key in LOG_KEY_FILE; undefined if it has one, or no key is recorded yet. */
export async function findLostKey(
  database: Pick<Database, "orm">,
  databaseId: string,
  logKeyFile: string,
): Promise<LostHistory | undefined> {
  const explanation = await findMissingKey(database, databaseId, logKeyFile);
  const found = await readLast(database);
  const expected = { database_id: databaseId, seq: found?.seq ?? 0, checkpoint: "" };
  return explanation === undefined ? undefined : { expected, found, explanation };
}

async function readLast(database: Pick<Database, "orm">): Promise<LostHistory["found"]> {
  const head = await readHead(database);
  return head && { seq: head.seq, hash: head.hash.toString("hex") };
}

/**
 * Returns the checkpoint of a database that this deployment's key has signed. The caller has no checkpoint, so that
 * database was lost or replaced. Skips databases whose loss is accepted. If the key is missing too, the deployment cannot
 * recognise its own checkpoints, and any checkpoint is returned.
 */
export async function findForeign(
  { checkpointDir: folder, logKeyFile }: Locations,
  accepted: readonly string[] = [],
): Promise<ExpectedEvent | undefined> {
  for (const databaseId of listLogs(folder)) {
    if (accepted.includes(databaseId)) continue;
    const note = readFileSync(checkpointFile(folder, databaseId), "utf8");
    const signed = await verifyNote(note, await readTrusted(logKeyFile)(databaseId));
    if (signed.ok || !existsSync(logKeyFile)) return expectedBy(databaseId, note);
  }
  return undefined;
}

/** Returns the ids of the databases whose loss the audit log records as accepted. */
async function readAccepted({ orm }: Pick<Database, "orm">): Promise<string[]> {
  const rows = await orm.select({ body: events.body }).from(events).where(eq(events.kind, "history.loss_accepted"));
  return rows.map(({ body }) => JSON.parse(body.toString()).expected.database_id);
}

const readTrusted = (logKeyFile: string) => trust(existsSync(logKeyFile) ? readLogKeys(logKeyFile) : []);

export function explain({ checkpointDir }: Locations, expected: ExpectedEvent, found: string): string {
  return (
    `The database has lost events. Expected: event ${expected.seq} of the database ${expected.database_id}, according ` +
    `to a checkpoint in ${checkpointDir}. Found: ${found}. Nothing was changed.\n` +
    "Restore a newer backup (npm run restore), or correct DATA_DIR, DATABASE_URL or CHECKPOINT_DIR if they belong to " +
    "different deployments. To continue without the lost events: npm run accept-loss"
  );
}

function expectedBy(databaseId: string, note: string): ExpectedEvent {
  const checkpoint = parseNote(note)?.text ?? "";
  return { database_id: databaseId, seq: parseCheckpoint(checkpoint)?.size ?? 0, checkpoint };
}

function lastOf(found: LostHistory["found"]): string {
  return found === undefined ? "the database contains no events" : `the last event is ${found.seq}`;
}
