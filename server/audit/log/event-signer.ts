import { createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { z } from "zod";
import { canonicalJson } from "#lib/contract/canonical.ts";
import type { VerifierKey } from "#lib/tlog/signed-note.ts";
import { originOf } from "#server/audit/tree/signed-tree.ts";
import { keyIdOf, toKeyObject } from "./log-keys.ts";

export const signatureSchema = z.object({
  /** The id from `database_identity`. */
  database_id: z.string(),
  seq: z.number(),
  /** Hash of the event `seq`, hexadecimal. */
  hash: z.string(),
  at: z.string(),
  /** Id of the log's key: the first 16 hexadecimal digits of the SHA-256 of the public key. */
  key_id: z.string(),
  /** Ed25519 signature over the canonical JSON of all other fields, in base64. */
  signature: z.string(),
});

/** A signed statement that the log had this hash at this position. Exports and archives contain it. */
export type EventSignature = Readonly<z.infer<typeof signatureSchema>>;

export interface ChainHead {
  readonly seq: number;
  readonly hash: Buffer;
}

export interface EventSigner {
  readonly databaseId: string;
  sign(event: ChainHead, at: Date): EventSignature | Promise<EventSignature>;
}

export type SignatureState = "genuine" | "unknown_key" | "forged";

export type CheckSignature = (signature: EventSignature) => SignatureState;

/** Returns a signer for the events of the database with this id. */
export function openEventSigner(privateKey: KeyObject, databaseId: string): EventSigner {
  const keyId = keyIdOf(createPublicKey(privateKey));
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
      const signature = sign(null, Buffer.from(canonicalJson(statement)), privateKey);
      return { ...statement, signature: signature.toString("base64") };
    },
  };
}

/** Returns a function that checks signatures of single events with the keys of logs that a verifier trusts. */
export function createSignatureCheck(logs: readonly VerifierKey[]): CheckSignature {
  const keys = new Map(
    logs.map(({ name, publicKey }) => {
      const key = toKeyObject(publicKey);
      return [`${name} ${keyIdOf(key)}`, key];
    }),
  );
  return ({ signature, ...statement }) => {
    const key = keys.get(`${originOf(statement.database_id)} ${statement.key_id}`);
    if (key === undefined) return "unknown_key";
    const signed = Buffer.from(canonicalJson(statement));
    return verify(null, signed, key, Buffer.from(signature, "base64")) ? "genuine" : "forged";
  };
}
