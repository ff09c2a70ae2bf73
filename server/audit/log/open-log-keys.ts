import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { asc, eq } from "drizzle-orm";
import { toBase64 } from "#lib/tlog/base64.ts";
import { originOf } from "#server/audit/tree/signed-tree.ts";
import type { Config } from "#server/config/read-config.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { takeLock } from "#server/db/locks.ts";
import type { Database } from "#server/db/open.ts";
import { readOrCreate } from "#server/db/read-or-create.ts";
import { logKeys } from "#server/db/schema.ts";
import { createAuditLog } from "./audit-log.ts";
import type { Actor } from "./event.ts";
import { rawPublicKey, readLogKeys, type TrustedKeys, trust } from "./log-keys.ts";

const OPERATOR: Actor = { type: "system", id: "log-key", name: "LOG_KEY_FILE" };

export interface OpenLogKeys {
  /** Signs for the log. */
  readonly privateKey: KeyObject;
  readonly trusted: TrustedKeys;
}

/**
 * Reads LOG_KEY_FILE, and records its first key unless the log has it: as the first key of the log, or with a signature
 * by another key of the log. All gateways of a database therefore sign with keys of the same log. Creates the file in
 * DATA_DIR if the log has no key yet. Throws if the file lacks a key of the log.
 */
export async function openLogKeys(
  database: Database,
  databaseId: string,
  { dataDir, logKeyFile: file }: Pick<Config, "dataDir" | "logKeyFile">,
  now: () => Date,
): Promise<OpenLogKeys> {
  const recorded = await readKeyIds(database, databaseId);
  if (recorded.length > 0 && !existsSync(file)) throw new Error(explainMissing(file, recorded));
  if (recorded.length === 0 && dirname(file) === dataDir) readOrCreate(file, makeKey);
  const keys = readLogKeys(file);
  const [{ id: key_id, publicKey, privateKey } = {}] = keys;
  if (key_id === undefined || publicKey === undefined || privateKey === undefined)
    throw new Error(`LOG_KEY_FILE (${file}) must begin with the private key that signs.`);
  const opened = { privateKey, trusted: trust(keys) };
  if (recorded.includes(key_id)) return opened;
  await inTransaction(database, async (transaction) => {
    await takeLock(transaction, "logKeys");
    const known = await readKeyIds({ orm: transaction }, databaseId);
    if (known.includes(key_id)) return;
    const former = keys.find((key) => key.privateKey !== undefined && known.includes(key.id));
    if (known.length > 0 && former?.privateKey === undefined) throw new Error(explainMissing(file, known));
    const public_key = toBase64(rawPublicKey(publicKey));
    await transaction.insert(logKeys).values({ databaseId, keyId: key_id, publicKey: public_key, createdAt: now() });
    await createAuditLog(database, now).appendIn(transaction, OPERATOR, {
      kind: "log.key_added",
      database_id: databaseId,
      key_id,
      public_key,
      signed_by: former?.id ?? null,
      signature: former?.privateKey
        ? sign(null, keyStatement(databaseId, public_key), former.privateKey).toString("base64")
        : null,
    });
  });
  return opened;
}

/** The text that a key of a log signs to add another key. It is not a checkpoint, which has at least three lines. */
export function keyStatement(databaseId: string, publicKey: string): Buffer {
  return Buffer.from(`key of ${originOf(databaseId)}\n${publicKey}\n`);
}

/** Returns why this deployment cannot sign for its log; undefined if it can, or if the log has no key yet. */
export async function findMissingKey(
  database: Pick<Database, "orm">,
  databaseId: string,
  file: string,
): Promise<string | undefined> {
  const recorded = await readKeyIds(database, databaseId);
  const keys = existsSync(file) ? readLogKeys(file) : [];
  const isFound = keys.some(({ id, privateKey }) => privateKey !== undefined && recorded.includes(id));
  return recorded.length === 0 || isFound ? undefined : explainMissing(file, recorded);
}

function explainMissing(file: string, recorded: readonly string[]): string {
  return (
    `LOG_KEY_FILE (${file}) must contain the private key ${recorded.at(-1)} of this audit log: copy it from another ` +
    "gateway of the database or from a backup, or, if it is lost, continue with a new log by npm run accept-loss."
  );
}

/** Returns the ids of a log's keys, in the order of their addition. */
async function readKeyIds({ orm }: Pick<Database, "orm">, databaseId: string): Promise<string[]> {
  const rows = await orm
    .select({ id: logKeys.keyId })
    .from(logKeys)
    .where(eq(logKeys.databaseId, databaseId))
    .orderBy(asc(logKeys.createdAt));
  return rows.map(({ id }) => id);
}

const makeKey = () => generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();
