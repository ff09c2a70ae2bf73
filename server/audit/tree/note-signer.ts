import { createPublicKey, type KeyObject, sign } from "node:crypto";
import {
  COSIGNATURE_V1,
  cosignedMessage,
  ED25519,
  type NoteSignature,
  toVerifierKey,
  type VerifierKey,
} from "#lib/tlog/signed-note.ts";
import { rawPublicKey } from "#server/audit/log/log-keys.ts";

/** Signs the text of a note with one Ed25519 key. */
export interface NoteSigner {
  readonly key: VerifierKey;
  sign(text: string): NoteSignature;
}

/** Returns a signer for the notes of a log. */
export function openLogSigner(name: string, privateKey: KeyObject): Promise<NoteSigner> {
  return openSigner(name, ED25519, privateKey, (text) => signWith(privateKey, text));
}

/** Returns a signer for the cosignatures of a witness. `now` returns milliseconds since 1970. */
export function openWitnessSigner(name: string, privateKey: KeyObject, now: () => number): Promise<NoteSigner> {
  return openSigner(name, COSIGNATURE_V1, privateKey, (text) => {
    const time = Math.floor(now() / 1000);
    const stamp = Buffer.alloc(8);
    stamp.writeBigUInt64BE(BigInt(time));
    return Buffer.concat([stamp, signWith(privateKey, cosignedMessage(text, time))]);
  });
}

async function openSigner(
  name: string,
  type: VerifierKey["type"],
  privateKey: KeyObject,
  signatureOf: (text: string) => Buffer,
): Promise<NoteSigner> {
  const key = await toVerifierKey({ name, type, publicKey: rawPublicKey(createPublicKey(privateKey)) });
  return { key, sign: (text) => ({ name, keyId: key.keyId, signature: new Uint8Array(signatureOf(text)) }) };
}

function signWith(privateKey: KeyObject, text: string): Buffer {
  return sign(null, Buffer.from(text), privateKey);
}
