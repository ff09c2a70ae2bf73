import { fromBase64Url, toBase64Url } from "./base64.ts";
import { isObject, parseJson } from "./json.ts";
import { LEAF_HASH_BYTES, type LeafEvent } from "./leaf.ts";
import { sha256 } from "./merkle.ts";

/**
 * Contents of events, in the form of SD-JWT disclosures (RFC 9901). An event contains the digest of each of its
 * contents. A disclosure contains the content and random bytes, without which nobody can guess a content from its digest.
 */

const SALT_BYTES = 32;
const NEWLINE = 10;

/** Returns the extra data of a proof: the leaf, and each disclosure on a line of its own. */
export function joinExtra(leaf: Uint8Array, disclosures: readonly string[]): Uint8Array<ArrayBuffer> {
  const lines = new TextEncoder().encode(disclosures.map((one) => `\n${one}`).join(""));
  const extra = new Uint8Array(leaf.length + lines.length);
  extra.set(leaf);
  extra.set(lines, leaf.length);
  return extra;
}

/** The leaf ends at the first line break after its hash, because canonical JSON contains none. */
export function splitExtra(extra: Uint8Array<ArrayBuffer>) {
  const end = extra.indexOf(NEWLINE, LEAF_HASH_BYTES);
  if (end < 0) return { leaf: extra, disclosures: [] };
  // UTF-8 would drop a byte order mark. Latin-1 keeps every byte, and bytes outside ASCII are then refused.
  const disclosures = new TextDecoder("latin1").decode(extra.subarray(end + 1)).split("\n");
  return { leaf: extra.slice(0, end), disclosures };
}

/**
 * Returns the disclosed contents of an event by field. Returns undefined if a disclosure is repeated, malformed, or not
 * one to which the event commits under this field.
 */
export async function openDisclosures(
  event: LeafEvent,
  disclosures: readonly string[],
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const opened = await Promise.all(disclosures.map((one) => openDisclosure(event, one)));
  if (!opened.every((one) => one !== undefined)) return undefined;
  const contents = Object.fromEntries(opened);
  return Object.keys(contents).length === disclosures.length ? contents : undefined;
}

async function openDisclosure({ kind, event_id, contents }: LeafEvent, disclosure: string) {
  const bytes = fromBase64Url(disclosure);
  const parts = bytes && parseJson(bytes);
  if (!Array.isArray(parts) || parts.length !== 3) return undefined;
  const [salt, name, value]: unknown[] = parts;
  if (typeof salt !== "string" || fromBase64Url(salt, SALT_BYTES) === undefined) return undefined;
  const prefix = `${kind}/${event_id}/`;
  if (typeof event_id !== "string" || typeof name !== "string" || !name.startsWith(prefix)) return undefined;
  const field = name.slice(prefix.length);
  const digest = toBase64Url(await sha256(new TextEncoder().encode(disclosure)));
  return isObject(contents) && contents[field] === digest ? ([field, value] as const) : undefined;
}
