import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { join } from "node:path";
import { canonicalJson } from "#lib/contract/canonical.ts";
import { ensureFolder } from "#server/db/pglite/ensure-folder.ts";
import { readOrCreate } from "#server/db/read-or-create.ts";
import { replaceFile } from "#server/db/replace-file.ts";
import { appendCheckpoint, CHECKPOINT_FILE, dropTornLine, readCheckpoints, rememberLast } from "./checkpoint-file.ts";
import { checkSignatureWith, keyIdOf, readPublicKeys } from "./checkpoint-keys.ts";

/**
 * A signed statement, stored outside the database, that the log ended with this event at this time. The hash chain
 * alone only proves that the events fit together; a checkpoint also reveals a truncated or completely rewritten log.
 */
export interface Checkpoint {
  /** The id from `database_identity`: several databases may share a checkpoint folder. */
  readonly database_id: string;
  readonly seq: number;
  /** Hash of the event `seq`, hexadecimal. */
  readonly hash: string;
  readonly at: string;
  /** Id of the signing key. Each process that shares a checkpoint folder has its own key. */
  readonly key_id: string;
  /** Ed25519 signature over the canonical JSON of all other fields, in base64. */
  readonly signature: string;
}

export interface ChainHead {
  readonly seq: number;
  readonly hash: Buffer;
}

export type SignatureState = "genuine" | "unknown_key" | "forged";

export interface CheckpointSource {
  readonly databaseId: string;
  /** Returns the checkpoints of all databases, oldest first. */
  read(): Iterable<Checkpoint>;
  /** Reads the public keys once and returns a function that checks any number of signatures. */
  readKeys(): CheckSignature;
}

export type CheckSignature = (checkpoint: Checkpoint) => SignatureState;

export interface Checkpoints extends CheckpointSource {
  /** Signs and stores a checkpoint, which is durable on return. */
  write(head: ChainHead, at: Date): Checkpoint | Promise<Checkpoint>;
  /** Signs a checkpoint without storing it. */
  sign(event: ChainHead, at: Date): Checkpoint | Promise<Checkpoint>;
  /** Returns the newest checkpoint of this database. */
  last(): Checkpoint | undefined;
  /** Id of the signing key. `publicKey` is its public half as PEM. */
  readonly keyId: string;
  readonly publicKey: string;
}

/** The checkpoints of a folder. Unlike GuardedCheckpoints, signs without comparing them with the database. */
export interface CheckpointFolder extends Checkpoints {
  write(head: ChainHead, at: Date): Checkpoint;
  sign(event: ChainHead, at: Date): Checkpoint;
}

/**
 * Opens the checkpoints in `folder` for the database with this id. Creates the signing key in `keyFile` if it does not
 * exist. The public key is stored next to the checkpoints, so that signatures outlive the private key.
 */
export function openCheckpoints(folder: string, keyFile: string, databaseId: string): CheckpointFolder {
  ensureFolder(folder, "CHECKPOINT_DIR");
  const key = readOrMakeKey(keyFile);
  const publicKey = createPublicKey(key);
  const publicPem = publicKey.export({ type: "spki", format: "pem" }).toString();
  const keyId = keyIdOf(publicKey);
  replaceFile(join(folder, `public-key-${keyId}.pem`), publicPem, 0o644);
  const file = join(folder, CHECKPOINT_FILE);
  dropTornLine(file);

  function signed({ seq, hash }: ChainHead, at: Date): Checkpoint {
    const statement = { database_id: databaseId, seq, hash: hash.toString("hex"), at: at.toISOString(), key_id: keyId };
    return { ...statement, signature: sign(null, Buffer.from(canonicalJson(statement)), key).toString("base64") };
  }

  return {
    databaseId,
    sign: signed,
    write(head, at) {
      const checkpoint = signed(head, at);
      appendCheckpoint(file, checkpoint);
      return checkpoint;
    },
    read: () => readCheckpoints(file),
    last: rememberLast(file, databaseId),
    readKeys() {
      const keys = readPublicKeys(folder);
      return (checkpoint) => checkSignatureWith(keys, checkpoint);
    },
    keyId,
    publicKey: publicPem,
  };
}

/** Reads the signing key, or creates it. */
export function readOrMakeKey(file: string): KeyObject {
  const make = () => generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  return createPrivateKey(readOrCreate(file, make));
}
