import type { KeyObject } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { COSIGNATURE_V1, ED25519, parseVerifierKey, toVerifierKey, type VerifierKey } from "#lib/tlog/signed-note.ts";
import { readOrMakeKey } from "#server/audit/log/checkpoint.ts";
import { readPublicKeys } from "#server/audit/log/checkpoint-keys.ts";
import type { GuardedCheckpoints } from "#server/audit/log/guard-checkpoints.ts";
import { checkpointLocations } from "#server/audit/log/open-with-history.ts";
import type { WitnessAddress } from "#server/audit/witness/ask-witness.ts";
import type { Config } from "#server/config/read-config.ts";
import type { WitnessEntry } from "#server/config/witnesses.ts";
import type { Database } from "#server/db/open.ts";
import { type AuditTree, openAuditTree } from "./audit-tree.ts";
import { openLogSigner, rawPublicKey } from "./note-signer.ts";

/**
 * Opens the Merkle tree of a deployment's audit log. Its origin contains the id of the database, so that the log that
 * begins after a lost history is another log. Throws if WITNESSES contains an invalid verifier key.
 */
export async function openLogTree(
  config: Config,
  database: Pick<Database, "orm">,
  checkpoints: GuardedCheckpoints,
  onProblem: (detail: string) => void,
): Promise<AuditTree> {
  const { folder: checkpointFolder, keyFile } = checkpointLocations(config);
  const { databaseId } = checkpoints;
  const folder = join(checkpointFolder, `tree-${databaseId}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const origin = `forecasting-gateway/${databaseId}`;
  return openAuditTree({
    database,
    checkpoints,
    folder,
    signer: await openLogSigner(origin, readOrMakeKey(keyFile)),
    readKeys: () => Promise.all([...readPublicKeys(checkpointFolder).values()].map((key) => toLogKey(origin, key))),
    witnesses: await Promise.all(config.witnesses.map(toAddress)),
    onProblem,
  });
}

function toLogKey(name: string, key: KeyObject): Promise<VerifierKey> {
  return toVerifierKey({ name, type: ED25519, publicKey: rawPublicKey(key) });
}

async function toAddress({ key, url }: WitnessEntry): Promise<WitnessAddress> {
  const parsed = await parseVerifierKey(key);
  if (parsed?.type !== COSIGNATURE_V1) throw new Error(`WITNESSES: "${key}" is not the verifier key of a witness.`);
  return { key: parsed, url };
}
