import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { join } from "node:path";
import { canonicalJson } from "#lib/contract/canonical.ts";
import { ensureFolder } from "#server/db/pglite/ensure-folder.ts";
import { readOrCreate } from "#server/db/read-or-create.ts";
import { replaceFile } from "#server/db/replace-file.ts";
import { keyIdOf } from "./signing-keys.ts";

/** A signed statement that the log had this hash at this position. Receipts, exports and archives contain it. */
export interface EventSignature {
  /** The id from `database_identity`. */
  readonly database_id: string;
  readonly seq: number;
  /** Hash of the event `seq`, hexadecimal. */
  readonly hash: string;
  readonly at: string;
  /** Id of the signing key. Each process has its own key. */
  readonly key_id: string;
  /** Ed25519 signature over the canonical JSON of all other fields, in base64. */
  readonly signature: string;
}

export interface ChainHead {
  readonly seq: number;
  readonly hash: Buffer;
}

export interface EventSigner {
  readonly databaseId: string;
  sign(event: ChainHead, at: Date): EventSignature | Promise<EventSignature>;
  /** Id of the signing key. `publicKey` is its public half as PEM. */
  readonly keyId: string;
  readonly publicKey: string;
}

/**
 * Returns a signer for the events of the database with this id. Creates the signing key in `keyFile` if it does not
 * exist. The public key is stored in `folder`, so that signatures outlive the private key.
 */
export function openEventSigner(folder: string, keyFile: string, databaseId: string): EventSigner {
  ensureFolder(folder, "CHECKPOINT_DIR");
  const key = readOrMakeKey(keyFile);
  const publicKey = createPublicKey(key);
  const publicPem = publicKey.export({ type: "spki", format: "pem" }).toString();
  const keyId = keyIdOf(publicKey);
  replaceFile(join(folder, `public-key-${keyId}.pem`), publicPem, 0o644);
  return {
    databaseId,
    sign({ seq, hash }, at) {
      const statement = {
        database_id: databaseId,
        seq,
        hash: hash.toString("hex"),
        at: at.toISOString(),
        key_id: keyId,
      };
      return { ...statement, signature: sign(null, Buffer.from(canonicalJson(statement)), key).toString("base64") };
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
