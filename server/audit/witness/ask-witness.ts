import { hash } from "node:crypto";
import { printAddCheckpoint } from "#lib/tlog/add-checkpoint.ts";
import type { Hash } from "#lib/tlog/merkle.ts";
import {
  type NoteSignature,
  parseSignatures,
  printNote,
  type SignedNote,
  type VerifierKey,
  verifySignature,
} from "#lib/tlog/signed-note.ts";

export interface WitnessAddress {
  readonly key: VerifierKey;
  /** Base of the witness protocol's URLs (c2sp.org/tlog-witness), without a trailing slash. */
  readonly url: string;
  /** Base of the URLs with the last checkpoint of each log that the witness has cosigned. */
  readonly monitoringUrl: string;
}

export interface WitnessRequest {
  readonly note: SignedNote;
  /** Size of the checkpoint in the note. */
  readonly size: number;
  /** Returns the consistency proof from a tree of this size to the checkpoint. */
  readonly prove: (old: number) => Promise<readonly Hash[]>;
}

/**
 * The witness's cosignature, or its claim to have cosigned another tree: the size of a larger tree, or 0 for an
 * inconsistent tree of unknown size. A claim proves nothing.
 */
export type WitnessReply =
  | { readonly cosignature: NoteSignature }
  | { readonly cosignature?: undefined; readonly claimedSize: number };

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 65_536;
/** Maximum difference between the clocks of the witness and the gateway. */
const MAX_CLOCK_MS = 300_000;

/** Asks a witness to cosign a checkpoint. Throws if it does not answer as expected. `now` is in milliseconds. */
export async function askWitness(witness: WitnessAddress, request: WitnessRequest, now: number): Promise<WitnessReply> {
  const { note, size } = request;
  // The first request asks with the size 0, so that the witness answers with the size that it has cosigned.
  let { status, body } = await send(witness, request, 0);
  if (status === 409) {
    const claimedSize = /^\d{1,20}\n?$/.test(body) ? Number(body) : 0;
    if (claimedSize > size) return { claimedSize };
    ({ status, body } = await send(witness, request, claimedSize));
  }
  if (status === 422) return { claimedSize: 0 };
  if (status !== 200) throw new Error(`it answered ${status}: ${body.slice(0, 200).trimEnd()}`);
  const signatures = parseSignatures(body) ?? [];
  const own = signatures.find(({ name, keyId }) => name === witness.key.name && keyId === witness.key.keyId);
  const time = await verifySignature({ text: note.text, signatures }, witness.key);
  if (own === undefined || !time) throw new Error("its answer contains no valid cosignature of the checkpoint");
  if (Math.abs(time * 1_000 - now) > MAX_CLOCK_MS)
    throw new Error(`the time of its cosignature is invalid: ${new Date(time * 1_000).toISOString()}`);
  return { cosignature: own };
}

/** Returns the last checkpoint of a log that a witness has cosigned. Its signatures are not verified. */
export async function fetchCheckpoint({ monitoringUrl }: WitnessAddress, origin: string): Promise<string> {
  const { status, body } = await fetchText(`${monitoringUrl}/${hash("sha256", origin)}/checkpoint`);
  if (status !== 200) throw new Error(`it answered ${status} to a request for its last checkpoint`);
  return body;
}

async function send({ url }: WitnessAddress, { note, prove }: WitnessRequest, old: number) {
  const body = printAddCheckpoint({ old, proof: await prove(old), checkpoint: printNote(note) });
  return fetchText(`${url}/add-checkpoint`, { method: "POST", body });
}

async function fetchText(url: string, init: RequestInit = {}) {
  const response = await fetch(url, { ...init, redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) });
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new Error(`its answer is longer than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return { status: response.status, body: Buffer.concat(chunks).toString() };
}
