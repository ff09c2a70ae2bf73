import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { COSIGNATURE_V1, parseVerifierKey } from "#lib/tlog/signed-note.ts";
import { type EventSigner, openEventSigner } from "#server/audit/log/event-signer.ts";
import { trust } from "#server/audit/log/log-keys.ts";
import { openLogKeys } from "#server/audit/log/open-log-keys.ts";
import { type CheckpointSource, sourceOfLog } from "#server/audit/tree/checkpoint-source.ts";
import type { WitnessAddress } from "#server/audit/witness/ask-witness.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { Config } from "#server/config/read-config.ts";
import type { WitnessEntry } from "#server/config/witnesses.ts";
import { readDatabaseId } from "#server/db/database-id.ts";
import { type Database, type DatabaseOptions, openDatabase } from "#server/db/open.ts";
import { ensureFolder } from "#server/db/pglite/ensure-folder.ts";
import { type AuditTree, openAuditTree, type TreeOptions } from "./audit-tree.ts";
import { explain, findForeign, findLostHistory } from "./find-lost-history.ts";
import { openLogSigner } from "./note-signer.ts";
import { originOf, treeFolder } from "./signed-tree.ts";

/**
 * Opens the database of a deployment. Throws if the database has lost events, or LOG_KEY_FILE lacks the key of a log
 * that has a checkpoint, unless the caller reports on the loss (`evenIfBehind`). Also throws, instead of creating a new
 * database, if a database with checkpoints is missing.
 */
export async function openWithHistory(
  config: Config,
  { evenIfBehind = false, ...listeners }: Pick<DatabaseOptions, "onNotice"> & { evenIfBehind?: boolean },
): Promise<Database> {
  const database = await openDatabase({
    ...listeners,
    url: config.databaseUrl,
    isPooled: config.databasePooler === "transaction",
    timeoutMs: config.databaseTimeoutMs,
    dataDir: config.dataDir,
    code: join(config.root, "server", "db"),
    async beforeCreating() {
      const expected = await findForeign(config);
      if (expected !== undefined) throw new Error(explain(config, expected, `no database in ${config.dataDir}`));
    },
  });
  if (evenIfBehind) return database;
  try {
    const lost = await findLostHistory(database, await readDatabaseId(database), config);
    if (lost !== undefined) throw new Error(lost.explanation);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

export interface LogTree {
  readonly tree: AuditTree;
  /** Signs single events. Throws AUDIT_UNAVAILABLE while signing is stopped. */
  readonly signer: EventSigner;
  readonly checkpoints: CheckpointSource;
}

/**
 * Opens the Merkle tree, the signer and the checkpoints of a deployment's audit log. Records the log's key if it is new.
 * Throws if LOG_KEY_FILE lacks a key of the log, or WITNESSES contains an invalid key.
 */
export async function openLogTree(
  config: Config,
  database: Database,
  options: Pick<TreeOptions, "onChange" | "onProblem"> & Partial<Pick<TreeOptions, "now">>,
): Promise<LogTree> {
  const { checkpointDir: folder } = config;
  const { now = () => new Date() } = options;
  const databaseId = await readDatabaseId(database);
  const keys = await openLogKeys(database, databaseId, config, now);
  const [{ privateKey }] = keys;
  const logs = await trust(keys)(databaseId);
  const signer = openEventSigner(privateKey, databaseId);
  ensureFolder(folder, "CHECKPOINT_DIR");
  mkdirSync(treeFolder(folder, databaseId), { recursive: true, mode: 0o700 });
  const tree = await openAuditTree({
    database,
    databaseId,
    folder,
    signer: await openLogSigner(originOf(databaseId), privateKey),
    logs,
    witnesses: await Promise.all(config.witnesses.map(toAddress)),
    ...options,
    now,
  });
  return {
    tree,
    checkpoints: sourceOfLog(folder, databaseId, logs),
    signer: {
      ...signer,
      async sign(event, at) {
        await tree.compare();
        if (tree.isSigningStopped())
          throw new GatewayError("AUDIT_UNAVAILABLE", { retryAfter: 60, detail: "signing has stopped" });
        return signer.sign(event, at);
      },
    },
  };
}

async function toAddress({ key, ...urls }: WitnessEntry): Promise<WitnessAddress> {
  const parsed = await parseVerifierKey(key);
  if (parsed?.type !== COSIGNATURE_V1) throw new Error(`WITNESSES: "${key}" is not the verifier key of a witness.`);
  return { key: parsed, ...urls };
}
