import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from "node:crypto";
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { canonicalJson } from "#lib/contract/canonical.ts";
import { readOrMake } from "#server/db/read-or-make.ts";

/**
 * A signed statement, kept outside the database, that the chain had this head at this time. With it, a log that was cut
 * off or written anew as a whole is found out too: the chain alone only shows that its parts fit.
 */
export interface Checkpoint {
  readonly seq: number;
  /** Hexadecimal. */
  readonly hash: string;
  readonly at: string;
  /** Ed25519 over the canonical JSON of the three above, in base64. */
  readonly signature: string;
}

export interface Checkpoints {
  /** Signs and keeps one; durable when it returns. */
  write(head: { readonly seq: number; readonly hash: Buffer }, at: Date): Checkpoint;
  /** All that were kept, in the order of writing. */
  read(): Checkpoint[];
  /** Is this one's signature by this deployment's key? */
  isGenuine(checkpoint: Checkpoint): boolean;
  /** The key that verifies them, as PEM. */
  readonly publicKey: string;
}

/** Opens the checkpoints in `folder`; the signing key lies in `keyFile`, and is made where there is none. */
export function openCheckpoints(folder: string, keyFile: string): Checkpoints {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const key = readOrMakeKey(keyFile);
  const publicKey = createPublicKey(key);
  const publicPem = publicKey.export({ type: "spki", format: "pem" }).toString();
  writeFileSync(join(folder, "public-key.pem"), publicPem);
  const file = join(folder, "checkpoints.jsonl");
  dropTornLine(file);
  return {
    write(head, at) {
      const statement = { seq: head.seq, hash: head.hash.toString("hex"), at: at.toISOString() };
      const signature = sign(null, Buffer.from(canonicalJson(statement)), key).toString("base64");
      const checkpoint = { ...statement, signature };
      appendDurably(file, `${JSON.stringify(checkpoint)}\n`);
      return checkpoint;
    },
    read: () => readCheckpoints(file),
    isGenuine: (checkpoint) => isSignedBy(publicKey, checkpoint),
    publicKey: publicPem,
  };
}

export function readCheckpoints(file: string): Checkpoint[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  // The last line is empty, or was cut off by a crash and never acknowledged.
  return lines.slice(0, -1).map(readLine);
}

/** A line that is no checkpoint reads as one without a signature, which verification reports. */
function readLine(line: string): Checkpoint {
  try {
    const { seq, hash, at, signature } = JSON.parse(line);
    return { seq: Number(seq), hash: String(hash), at: String(at), signature: String(signature) };
  } catch {
    return { seq: 0, hash: "", at: "", signature: "" };
  }
}

export function isSignedBy(publicKey: KeyObject, { seq, hash, at, signature }: Checkpoint): boolean {
  return verify(null, Buffer.from(canonicalJson({ seq, hash, at })), publicKey, Buffer.from(signature, "base64"));
}

function readOrMakeKey(file: string): KeyObject {
  const make = () => generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  return createPrivateKey(readOrMake(file, make));
}

/** Takes off what a crash has cut off: it was never acknowledged, and the next line would stand on the same one. */
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
