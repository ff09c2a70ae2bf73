import { sign } from "node:crypto";
import { existsSync } from "node:fs";
import { eq } from "drizzle-orm";
import { toBase64 } from "#lib/tlog/base64.ts";
import { originOf } from "#server/audit/tree/signed-tree.ts";
import type { Config } from "#server/config/read-config.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { takeLock } from "#server/db/locks.ts";
import type { Database } from "#server/db/open.ts";
import { logKeys } from "#server/db/schema.ts";
import { createAuditLog } from "./audit-log.ts";
import { rawPublicKey, readLogKeys, readSigningKeys } from "./log-keys.ts";

const OPERATOR = { type: "system", id: "log-key" } as const;

/**
 * Reads LOG_KEY_FILE, and records its first key unless the log has it: as the first key of the log, or with a signature
 * by another key of the log. All gateways of a database therefore sign with keys of the same log. Throws if the file
 * contains no private key of the log.
 */
export async function openLogKeys(
  database: Database,
  databaseId: string,
  config: Pick<Config, "dataDir" | "logKeyFile">,
  now: () => Date,
) {
  const recorded = await readKeyIds(database, databaseId);
  const missing = findMissing(recorded, config.logKeyFile);
  if (missing !== undefined) throw new Error(missing);
  const keys = readSigningKeys(config, recorded.length === 0);
  const [{ id: key_id, publicKey }] = keys;
  if (recorded.includes(key_id)) return keys;
  await inTransaction(database, async (transaction) => {
    await takeLock(transaction, "logKeys");
    const known = await readKeyIds({ orm: transaction }, databaseId);
    if (known.includes(key_id)) return;
    const signer = keys.find(({ id, privateKey }) => privateKey !== undefined && known.includes(id));
    if (known.length > 0 && signer === undefined) throw new Error(explainMissing(config.logKeyFile, known));
    const public_key = toBase64(rawPublicKey(publicKey));
    await transaction.insert(logKeys).values({ databaseId, keyId: key_id, publicKey: public_key });
    await createAuditLog(database, now).appendIn(transaction, OPERATOR, {
      kind: "log.key_added",
      database_id: databaseId,
      key_id,
      public_key,
      signed_by: signer?.id ?? null,
      signature:
        signer?.privateKey === undefined
          ? null
          : sign(null, keyStatement(databaseId, public_key), signer.privateKey).toString("base64"),
    });
  });
  return keys;
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
  return findMissing(await readKeyIds(database, databaseId), file);
}

function findMissing(recorded: readonly string[], file: string): string | undefined {
  const keys = existsSync(file) ? readLogKeys(file) : [];
  const isFound = keys.some(({ id, privateKey }) => privateKey !== undefined && recorded.includes(id));
  return recorded.length === 0 || isFound ? undefined : explainMissing(file, recorded);
}

function explainMissing(file: string, recorded: readonly string[]): string {
  return (
    `LOG_KEY_FILE (${file}) must contain the private key ${recorded.join(" or ")} of this audit log: copy it from ` +
    "another gateway of the database or from a backup, or, if it is lost, run npm run accept-loss to start a new log."
  );
}

async function readKeyIds({ orm }: Pick<Database, "orm">, databaseId: string): Promise<string[]> {
  const rows = await orm.select({ id: logKeys.keyId }).from(logKeys).where(eq(logKeys.databaseId, databaseId));
  return rows.map(({ id }) => id);
}
