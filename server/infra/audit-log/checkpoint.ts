import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { canonicalJson } from "#lib/contract/canonical.ts";
import { ensureFolder } from "#server/infra/db/pglite/ensure-folder.ts";
import { readOrCreate } from "#server/infra/db/read-or-create.ts";
import { checkSignatureWith, keyIdOf, readPublicKeys } from "./checkpoint-keys.ts";

/**
 * A signed statement, kept outside the database, that the chain had this head at this time. The chain alone only shows
 * that its parts fit together; a checkpoint also reveals a log that was cut off or rewritten as a whole.
 */
export interface Checkpoint {
  /** The database whose log this is (database_identity): several databases may share a checkpoint folder. */
  readonly database_id: string;
  readonly seq: number;
  /** Hexadecimal. */
  readonly hash: string;
  readonly at: string;
  /** The key that signed: several processes may share a checkpoint folder, each with a key of its own. */
  readonly key_id: string;
  /** Ed25519 over the canonical JSON of the other members, in base64. */
  readonly signature: string;
}

export interface ChainHead {
  readonly seq: number;
  readonly hash: Buffer;
}

/** Whether a checkpoint can be relied on: signed by a known key, by a key that nobody knows, or not as it says. */
export type SignatureState = "genuine" | "unknown_key" | "forged";

/** Where checkpoints are read from, and for which database. */
export interface CheckpointSource {
  readonly databaseId: string;
  /** All checkpoints of all databases, in the order of writing. */
  read(): readonly Checkpoint[];
  checkSignature(checkpoint: Checkpoint): SignatureState;
}

export interface Checkpoints extends CheckpointSource {
  /** Signs one and stores it; durable when it returns. */
  write(head: ChainHead, at: Date): Checkpoint;
  /** The newest checkpoint of this database. */
  last(): Checkpoint | undefined;
  /** The key that signs: its id, and its public half as PEM. */
  readonly keyId: string;
  readonly publicKey: string;
}

export const CHECKPOINT_FILE = "checkpoints.jsonl";

/**
 * Opens the checkpoints in `folder` for the database with this id. The signing key is in `keyFile`, which is made if it
 * does not exist; its public half is stored beside the checkpoints under the key's id, so that it outlives the key.
 */
export function openCheckpoints(folder: string, keyFile: string, databaseId: string): Checkpoints {
  ensureFolder(folder, "CHECKPOINT_DIR");
  const key = readOrMakeKey(keyFile);
  const publicKey = createPublicKey(key);
  const publicPem = publicKey.export({ type: "spki", format: "pem" }).toString();
  const keyId = keyIdOf(publicKey);
  writeFileSync(join(folder, `public-key-${keyId}.pem`), publicPem);
  const file = join(folder, CHECKPOINT_FILE);
  dropTornLine(file);
  const read = () => readCheckpoints(file);
  return {
    databaseId,
    write(head, at) {
      const statement = {
        database_id: databaseId,
        seq: head.seq,
        hash: head.hash.toString("hex"),
        at: at.toISOString(),
        key_id: keyId,
      };
      const signature = sign(null, Buffer.from(canonicalJson(statement)), key).toString("base64");
      const checkpoint = { ...statement, signature };
      appendDurably(file, `${JSON.stringify(checkpoint)}\n`);
      return checkpoint;
    },
    read,
    last: () => read().findLast((checkpoint) => checkpoint.database_id === databaseId),
    checkSignature: (checkpoint) => checkSignatureWith(readPublicKeys(folder), checkpoint),
    keyId,
    publicKey: publicPem,
  };
}

export function readCheckpoints(file: string): Checkpoint[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  // The last line is empty, or was cut off by a crash and never acknowledged.
  return lines.slice(0, -1).map(readLine);
}

/** A line that is no checkpoint reads as an empty one, which verification reports. */
function readLine(line: string): Checkpoint {
  try {
    const { database_id, seq, hash, at, key_id, signature } = JSON.parse(line);
    return {
      database_id: String(database_id),
      seq: Number(seq),
      hash: String(hash),
      at: String(at),
      key_id: String(key_id),
      signature: String(signature),
    };
  } catch {
    return { database_id: "", seq: 0, hash: "", at: "", key_id: "", signature: "" };
  }
}

function readOrMakeKey(file: string): KeyObject {
  const make = () => generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  return createPrivateKey(readOrCreate(file, make));
}

/** Removes a line that a crash has cut off: it was never acknowledged, and the next one would be appended to it. */
function dropTornLine(file: string): void {
  if (!existsSync(file)) return;
  const bytes = readFileSync(file);
  const whole = bytes.lastIndexOf("\n") + 1;
  if (whole < bytes.length) truncateSync(file, whole);
}

function appendDurably(file: string, line: string): void {
  const handle = openSync(file, "a", 0o600);
  const { size } = fstatSync(handle);
  try {
    writeFileSync(handle, line);
    fsyncSync(handle);
  } catch (error) {
    // Half a line, as a full disk leaves it, would spoil the next one.
    ftruncateSync(handle, size);
    throw error;
  } finally {
    closeSync(handle);
  }
}
