import { fromBase64, toBase64 } from "./base64.ts";
import { parseInteger } from "./checkpoint.ts";
import type { Hash } from "./merkle.ts";

/** A proof that a leaf is in a log, in the format of c2sp.org/tlog-proof@v1. */
export interface TlogProof {
  /** Bytes for the application, which nothing authenticates. */
  readonly extra: Uint8Array<ArrayBuffer> | undefined;
  /** Zero-based index of the leaf. */
  readonly index: number;
  /** The inclusion proof, from the leaf's sibling to the child of the root. */
  readonly hashes: readonly Hash[];
  /** Signed note of the checkpoint, with the cosignatures. */
  readonly checkpoint: string;
}

export const PROOF_HEADER = "c2sp.org/tlog-proof@v1";
/** A tree with 2^53 leaves needs 53 hashes. */
const MAX_HASHES = 63;

export function printProof({ extra, index, hashes, checkpoint }: TlogProof): string {
  const lines = [
    PROOF_HEADER,
    ...(extra === undefined ? [] : [`extra ${toBase64(extra)}`]),
    `index ${index}`,
    ...hashes.map(toBase64),
  ];
  return `${lines.join("\n")}\n\n${checkpoint}`;
}

/** Returns undefined for a text that is not a proof. The checkpoint is not parsed. */
export function parseProof(text: string): TlogProof | undefined {
  const end = text.indexOf("\n\n");
  if (end < 0) return undefined;
  const [header, ...lines] = text.slice(0, end).split("\n");
  if (header !== PROOF_HEADER) return undefined;
  const encoded = lines[0]?.startsWith("extra ") ? lines.shift()?.slice("extra ".length) : undefined;
  const extra = encoded === undefined ? undefined : fromBase64(encoded);
  if (encoded !== undefined && extra === undefined) return undefined;
  const [name, number = "", ...more] = lines.shift()?.split(" ") ?? [];
  const index = parseInteger(number);
  if (name !== "index" || index === undefined || more.length > 0 || lines.length > MAX_HASHES) return undefined;
  const hashes = lines.map((line) => fromBase64(line, 32));
  if (!hashes.every((hash) => hash !== undefined)) return undefined;
  return { extra, index, hashes, checkpoint: text.slice(end + 2) };
}
