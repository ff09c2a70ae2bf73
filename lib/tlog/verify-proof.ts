import { type CheckpointText, parseCheckpoint } from "./checkpoint.ts";
import { openDisclosures, splitExtra } from "./disclosures.ts";
import { type LeafEvent, parseLeaf } from "./leaf.ts";
import { hashLeaf, isEqual, rootOfInclusion } from "./merkle.ts";
import type { Policy } from "./policy.ts";
import { parseNote, verifySignature } from "./signed-note.ts";
import { parseProof } from "./tlog-proof.ts";

/** A checkpoint with a valid signature of its log. */
export interface VerifiedCheckpoint extends CheckpointText {
  readonly cosignatures: readonly Cosignature[];
  /**
   * The earliest time, in seconds since 1970, at which the policy's quorum had cosigned. Undefined if the policy
   * requires no witness: a single witness may state any time.
   */
  readonly witnessedAt: number | undefined;
}

/** States that a witness had seen this checkpoint and no inconsistent one. */
export interface Cosignature {
  /** Name of the witness in the policy. */
  readonly witness: string;
  /** Seconds since 1970. */
  readonly time: number;
}

export interface VerifiedProof {
  readonly checkpoint: VerifiedCheckpoint;
  readonly index: number;
  readonly leaf: Uint8Array<ArrayBuffer>;
  /** The event in the leaf. */
  readonly event: LeafEvent;
  /**
   * The contents of the event that the proof discloses, by field. The others to which the event commits, in its member
   * `contents`, were withheld or erased.
   */
  readonly contents: Readonly<Record<string, unknown>>;
}

export type Verification<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: VerificationError };

/** The first check that failed, in the order of the checks. */
export type VerificationError =
  | "not a proof"
  | "no leaf"
  | "not a checkpoint"
  | "unknown log"
  | "invalid signature"
  | "invalid cosignature"
  | "missing cosignatures"
  | "not in the log"
  | "not an event"
  | "changed content";

/** Verifies the signatures of a checkpoint and, unless the policy's quorum is "none", its cosignatures. */
export async function verifyCheckpoint(
  text: string,
  { logs, witnesses, isQuorum }: Policy,
): Promise<Verification<VerifiedCheckpoint>> {
  const note = parseNote(text);
  const checkpoint = note && parseCheckpoint(note.text);
  if (note === undefined || checkpoint === undefined) return fail("not a checkpoint");
  const keys = logs.filter(({ name }) => name === checkpoint.origin);
  const signed = await Promise.all(keys.map((key) => verifySignature(note, key)));
  if (signed.includes(false)) return fail("invalid signature");
  if (!signed.some((one) => one !== undefined)) return fail("unknown log");
  const cosignatures: Cosignature[] = [];
  for (const { name, key } of witnesses) {
    const time = await verifySignature(note, key);
    if (time === false) return fail("invalid cosignature");
    if (time !== undefined) cosignatures.push({ witness: name, time });
  }
  const isMetBy = (end: number) =>
    isQuorum(new Set(cosignatures.filter(({ time }) => time <= end).map(({ witness }) => witness)));
  const times = [0, ...cosignatures.map(({ time }) => time)].sort((one, other) => one - other);
  const witnessedAt = times.find(isMetBy);
  if (witnessedAt === undefined) return fail("missing cosignatures");
  return { ok: true, value: { ...checkpoint, cosignatures, witnessedAt: witnessedAt || undefined } };
}

/**
 * Verifies a proof whose extra data is a leaf with its disclosures: the leaf is in the log at the proof's index, the
 * log's checkpoint is signed and cosigned as the policy requires, and the event in the leaf commits to each disclosure.
 */
export async function verifyProof(text: string, policy: Policy): Promise<Verification<VerifiedProof>> {
  const proof = parseProof(text);
  if (proof === undefined) return fail("not a proof");
  const { extra, index, hashes } = proof;
  if (extra === undefined) return fail("no leaf");
  const { leaf, disclosures } = splitExtra(extra);
  const checkpoint = await verifyCheckpoint(proof.checkpoint, policy);
  if (!checkpoint.ok) return checkpoint;
  const root = await rootOfInclusion(await hashLeaf(leaf), { index, size: checkpoint.value.size }, hashes);
  if (root === undefined || !isEqual(root, checkpoint.value.root)) return fail("not in the log");
  const event = parseLeaf(leaf);
  if (event === undefined) return fail("not an event");
  const contents = await openDisclosures(event, disclosures);
  if (contents === undefined) return fail("changed content");
  return { ok: true, value: { checkpoint: checkpoint.value, index, leaf, event, contents } };
}

function fail(error: VerificationError): { readonly ok: false; readonly error: VerificationError } {
  return { ok: false, error };
}
