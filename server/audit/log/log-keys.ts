import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { ED25519, toVerifierKey, type VerifierKey } from "#lib/tlog/signed-note.ts";
import { originOf } from "#server/audit/tree/signed-tree.ts";
import type { Config } from "#server/config/read-config.ts";
import { readOrCreate } from "#server/db/read-or-create.ts";

/** A key in LOG_KEY_FILE. */
export interface LogKey {
  readonly id: string;
  readonly publicKey: KeyObject;
  /** Undefined for a former key that is still trusted but cannot sign. */
  readonly privateKey: KeyObject | undefined;
}

/** Returns the keys that a verifier trusts for the log of a database. They never come from the log itself. */
export type TrustedKeys = (databaseId: string) => Promise<readonly VerifierKey[]>;

/** The DER encoding of an Ed25519 public key begins with these bytes. */
const SPKI = Buffer.from("302a300506032b6570032100", "hex");
const PEM = /-----BEGIN [A-Z ]+-----[^-]+-----END [A-Z ]+-----/g;

/** Reads the keys of a deployment, the signing key first. Throws unless all are Ed25519 keys in PEM. */
export function readLogKeys(file: string): readonly [LogKey, ...LogKey[]] {
  try {
    const keys = (readFileSync(file, "utf8").match(PEM) ?? []).map(toLogKey);
    const isFirst = ({ id }: LogKey, index: number) => keys.findIndex((key) => key.id === id) === index;
    const [first, ...others] = keys.filter(isFirst);
    if (first === undefined) throw new Error("it contains no key");
    return [first, ...others];
  } catch (cause) {
    throw new Error(
      `LOG_KEY_FILE (${file}) must contain only Ed25519 keys in PEM: copy it from another gateway of the database or ` +
        "from a backup, or create the key of a new log with openssl genpkey -algorithm ed25519.",
      { cause },
    );
  }
}

/** Reads the keys of a deployment that signs. For a log without a key, creates the file in DATA_DIR if it is missing. */
export function readSigningKeys(
  { dataDir, logKeyFile: file }: Pick<Config, "dataDir" | "logKeyFile">,
  isNew: boolean,
): readonly [LogKey & { readonly privateKey: KeyObject }, ...LogKey[]] {
  if (isNew && dirname(file) === dataDir) readOrCreate(file, makeKey);
  const [{ privateKey, ...first }, ...others] = readLogKeys(file);
  if (privateKey === undefined) throw new Error(`LOG_KEY_FILE (${file}) must begin with the private key that signs.`);
  return [{ ...first, privateKey }, ...others];
}

/** Returns a new private key in PEM. */
export const makeKey = () =>
  generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();

function toLogKey(pem: string): LogKey {
  const privateKey = pem.includes("PRIVATE") ? createPrivateKey(pem) : undefined;
  const publicKey = createPublicKey(privateKey ?? pem);
  if (publicKey.asymmetricKeyType !== "ed25519") throw new Error("it contains a key of another type");
  return { id: keyIdOf(publicKey), publicKey, privateKey };
}

/** Returns the first 16 hexadecimal digits of the SHA-256 of the public key. */
export function keyIdOf(publicKey: KeyObject): string {
  const der = publicKey.export({ type: "spki", format: "der" });
  return createHash("sha256").update(der).digest("hex").slice(0, 16);
}

/** Returns the 32 bytes of an Ed25519 public key. */
export function rawPublicKey(key: KeyObject): Uint8Array<ArrayBuffer> {
  return new Uint8Array(key.export({ type: "spki", format: "der" }).subarray(SPKI.length));
}

/** Converts the 32 bytes of an Ed25519 public key. */
export function toKeyObject(publicKey: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: "der", type: "spki" });
}

/** Trusts the keys in LOG_KEY_FILE for every log of the deployment. */
export function trust(keys: readonly LogKey[]): TrustedKeys {
  return (databaseId) =>
    Promise.all(
      keys.map(({ publicKey }) =>
        toVerifierKey({ name: originOf(databaseId), type: ED25519, publicKey: rawPublicKey(publicKey) }),
      ),
    );
}
