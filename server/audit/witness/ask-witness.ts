import { printAddCheckpoint } from "#lib/tlog/add-checkpoint.ts";
import { parseInteger } from "#lib/tlog/checkpoint.ts";
import type { Hash } from "#lib/tlog/merkle.ts";
import {
  type NoteSignature,
  parseNote,
  printNote,
  type SignedNote,
  type VerifierKey,
  verifySignature,
} from "#lib/tlog/signed-note.ts";

export interface WitnessAddress {
  readonly key: VerifierKey;
  /** Base of the witness protocol's URLs (c2sp.org/tlog-witness), without a trailing slash. */
  readonly url: string;
}

export interface WitnessRequest {
  readonly note: SignedNote;
  /** Size of the checkpoint in the note. */
  readonly size: number;
  /** Returns the consistency proof from a tree of this size to the checkpoint. */
  readonly prove: (old: number) => Promise<readonly Hash[]>;
}

/** The witness's cosignature, or the size of its last checkpoint if that is larger. */
export type WitnessReply =
  | { readonly cosignature: NoteSignature }
  | { readonly cosignature?: undefined; readonly size: number };

/** The witness has cosigned a checkpoint that is inconsistent with this one. */
export class Fork extends Error {}

const TIMEOUT_MS = 5_000;
const MAX_ANSWER = 10_000;

/** Asks a witness to cosign a checkpoint. Throws a Fork, or another Error if the witness does not answer as expected. */
export async function askWitness(witness: WitnessAddress, request: WitnessRequest): Promise<WitnessReply> {
  // The first request asks with the size 0, so that the witness answers with the size that it has cosigned.
  let { status, body } = await send(witness, request, 0);
  if (status === 409) {
    const size = parseInteger(body.trimEnd());
    if (size === undefined) throw new Error("it answered 409 without a size");
    if (size > request.size) return { size };
    ({ status, body } = await send(witness, request, size));
  }
  if (status === 422) throw new Fork();
  if (status !== 200) throw new Error(`it answered ${status}: ${body.slice(0, 200).trimEnd()}`);
  const { text, signatures } = request.note;
  const cosigned = parseNote(`${printNote({ text, signatures })}${body}`);
  const own = cosigned?.signatures.find(({ name, keyId }) => name === witness.key.name && keyId === witness.key.keyId);
  if (cosigned === undefined || own === undefined || (await verifySignature(cosigned, witness.key)) === false)
    throw new Error("its cosignature is invalid");
  return { cosignature: own };
}

async function send({ url }: WitnessAddress, { note, prove }: WitnessRequest, old: number) {
  const response = await fetch(`${url}/add-checkpoint`, {
    method: "POST",
    body: printAddCheckpoint({ old, proof: await prove(old), checkpoint: printNote(note) }),
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return { status: response.status, body: (await response.text()).slice(0, MAX_ANSWER) };
}
