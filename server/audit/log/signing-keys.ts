import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { canonicalJson } from "#lib/contract/canonical.ts";
import type { EventSignature } from "./event-signer.ts";

export type PublicKeys = ReadonlyMap<string, KeyObject>;

export type SignatureState = "genuine" | "unknown_key" | "forged";

/** Returns the first 16 hexadecimal digits of the SHA-256 of the public key. */
export function keyIdOf(publicKey: KeyObject): string {
  const der = publicKey.export({ type: "spki", format: "der" });
  return createHash("sha256").update(der).digest("hex").slice(0, 16);
}

/** Reads every `public-key*.pem` in a folder. Each key's id is derived from its content. Throws for an invalid file. */
export function readPublicKeys(folder: string): PublicKeys {
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder).filter((name) => name.startsWith("public-key") && name.endsWith(".pem"));
  const keys = names.map((name) => readPublicKey(join(folder, name)));
  return new Map(keys.map((key) => [keyIdOf(key), key]));
}

function readPublicKey(file: string): KeyObject {
  const pem = readFileSync(file, "utf8");
  try {
    return createPublicKey(pem);
  } catch (cause) {
    throw new Error(
      `${file} contains no public key. Restore the key whose id is in the file name, or remove the file.`,
      {
        cause,
      },
    );
  }
}

export function checkSignatureWith(keys: PublicKeys, { signature, ...statement }: EventSignature): SignatureState {
  const key = keys.get(statement.key_id);
  if (key === undefined) return "unknown_key";
  const signed = Buffer.from(canonicalJson(statement));
  return verify(null, signed, key, Buffer.from(signature, "base64")) ? "genuine" : "forged";
}
