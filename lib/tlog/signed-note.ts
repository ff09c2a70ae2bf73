import { fromBase64, toBase64 } from "./base64.ts";
import { sha256 } from "./merkle.ts";

/** A text with signatures in the format of c2sp.org/signed-note. */
export interface SignedNote {
  /** Ends with a newline. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

export interface NoteSignature {
  readonly name: string;
  /** Eight lower-case hexadecimal digits. */
  readonly keyId: string;
  /** The signature without the key id. */
  readonly signature: Uint8Array<ArrayBuffer>;
}

/** Signature types of c2sp.org/signed-note. */
export const ED25519 = 1;
export const COSIGNATURE_V1 = 4;

export interface VerifierKey {
  readonly name: string;
  readonly keyId: string;
  readonly type: typeof ED25519 | typeof COSIGNATURE_V1;
  /** Ed25519 public key of 32 bytes (RFC 8032). */
  readonly publicKey: Uint8Array<ArrayBuffer>;
}

/** The format requires verifiers to accept at least 16 signatures. */
const MAX_SIGNATURES = 64;
/** The last second of the year 9999: later times of cosignatures have no ISO 8601 form. */
const MAX_TIME = 253_402_300_799;
const NAME = /^[^\s+]+$/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the format forbids control characters.
const CONTROL = /[\0-\x09\x0b-\x1f]/;

/** Returns undefined for a text that is not a signed note. */
export function parseNote(note: string): SignedNote | undefined {
  const split = note.lastIndexOf("\n\n");
  if (split < 0 || !note.endsWith("\n") || CONTROL.test(note) || !note.isWellFormed()) return undefined;
  const signatures = parseSignatures(note.slice(split + 2));
  return signatures && { text: note.slice(0, split + 1), signatures };
}

/** Parses signature lines, each with its newline. Returns undefined if the text contains anything else. */
export function parseSignatures(text: string): readonly NoteSignature[] | undefined {
  const lines = text.split("\n");
  if (lines.pop() !== "" || lines.length > MAX_SIGNATURES) return undefined;
  const signatures = lines.map(parseSignature);
  return signatures.every((one) => one !== undefined) ? signatures : undefined;
}

/** Parses a signature line without its newline: "— example.com/log base64". */
function parseSignature(line: string): NoteSignature | undefined {
  const [dash, name = "", encoded = "", ...rest] = line.split(" ");
  const bytes = fromBase64(encoded);
  if (dash !== "—" || !NAME.test(name) || rest.length > 0 || bytes === undefined || bytes.length < 5) return undefined;
  return { name, keyId: toHex(bytes.subarray(0, 4)), signature: bytes.slice(4) };
}

export function printNote({ text, signatures }: SignedNote): string {
  return `${text}\n${signatures.map((one) => `${printSignature(one)}\n`).join("")}`;
}

export function printSignature({ name, keyId, signature }: NoteSignature): string {
  return `— ${name} ${toBase64(Uint8Array.of(...fromHex(keyId), ...signature))}`;
}

export async function toVerifierKey({ name, type, publicKey }: Omit<VerifierKey, "keyId">): Promise<VerifierKey> {
  const hash = await sha256(new TextEncoder().encode(`${name}\n`), Uint8Array.of(type), publicKey);
  return { name, type, publicKey, keyId: toHex(hash.subarray(0, 4)) };
}

/** Prints a vkey: name, key id and public key, separated by "+". */
export function printVerifierKey({ name, keyId, type, publicKey }: VerifierKey): string {
  return `${name}+${keyId}+${toBase64(Uint8Array.of(type, ...publicKey))}`;
}

/** Returns undefined for a text that is not a vkey, has another signature type, or has a key id that does not match. */
export async function parseVerifierKey(text: string): Promise<VerifierKey | undefined> {
  const [name = "", keyId, ...encoded] = text.split("+");
  const bytes = fromBase64(encoded.join("+"), 33);
  const type = bytes?.[0];
  if (!NAME.test(name) || bytes === undefined || (type !== ED25519 && type !== COSIGNATURE_V1)) return undefined;
  const key = await toVerifierKey({ name, type, publicKey: bytes.slice(1) });
  return key.keyId === keyId ? key : undefined;
}

/**
 * Returns the Unix time in seconds of a valid cosignature, or 0 for a valid signature of a log. Returns undefined
 * without a signature of this key, and false if the key's signature or its time is invalid, which makes the whole note
 * invalid.
 */
export async function verifySignature(
  { text, signatures }: SignedNote,
  key: VerifierKey,
): Promise<number | false | undefined> {
  const found = signatures.find(({ name, keyId }) => name === key.name && keyId === key.keyId);
  if (found === undefined) return undefined;
  const isCosignature = key.type === COSIGNATURE_V1;
  const stamp = isCosignature ? found.signature.subarray(0, 8) : new Uint8Array();
  if (found.signature.length !== stamp.length + 64) return false;
  const time = Number(BigInt(`0x${toHex(stamp) || "0"}`));
  if (isCosignature && (time < 1 || time > MAX_TIME)) return false;
  const message = isCosignature ? cosignedMessage(text, time) : text;
  const publicKey = await crypto.subtle.importKey("raw", key.publicKey, "Ed25519", false, ["verify"]);
  const bytes = new TextEncoder().encode(message);
  const isValid = await crypto.subtle.verify("Ed25519", publicKey, found.signature.subarray(stamp.length), bytes);
  return isValid && time;
}

/** The message that a witness signs (c2sp.org/tlog-cosignature). `time` is in seconds since 1970. */
export function cosignedMessage(text: string, time: number): string {
  return `cosignature/v1\ntime ${time}\n${text}`;
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function fromHex(hex: string): number[] {
  return (hex.match(/../g) ?? []).map((digits) => Number.parseInt(digits, 16));
}
