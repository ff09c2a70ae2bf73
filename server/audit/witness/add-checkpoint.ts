import { parseAddCheckpoint } from "#lib/tlog/add-checkpoint.ts";
import { parseCheckpoint } from "#lib/tlog/checkpoint.ts";
import { isConsistent, isEqual, sha256 } from "#lib/tlog/merkle.ts";
import type { Policy } from "#lib/tlog/policy.ts";
import { parseNote, printNote, printSignature } from "#lib/tlog/signed-note.ts";
import { verifyCheckpoint } from "#lib/tlog/verify-proof.ts";
import type { NoteSigner } from "#server/audit/tree/note-signer.ts";
import type { WitnessStore } from "./witness-store.ts";

/** Answer of a witness (c2sp.org/tlog-witness). */
export interface WitnessAnswer {
  readonly status: 200 | 400 | 403 | 404 | 409 | 422;
  readonly type?: "text/x.tlog.size";
  readonly body: string;
}

interface WitnessContext {
  readonly logs: Policy["logs"];
  readonly signer: NoteSigner;
  readonly store: WitnessStore;
}

/**
 * Cosigns a checkpoint that extends the last one of its log, and stores it first. Calls for the same log must not
 * overlap: a later call could otherwise replace a larger checkpoint by a smaller one.
 */
export async function addCheckpoint({ logs, signer, store }: WitnessContext, body: string): Promise<WitnessAnswer> {
  const request = parseAddCheckpoint(body);
  const note = request && parseNote(request.checkpoint);
  const checkpoint = note && parseCheckpoint(note.text);
  if (request === undefined || note === undefined || checkpoint === undefined)
    return { status: 400, body: "The body is not an add-checkpoint request.\n" };
  const { origin, size, root } = checkpoint;
  if (!logs.some(({ name }) => name === origin)) return { status: 404, body: "This witness does not watch the log.\n" };
  const verified = await verifyCheckpoint(request.checkpoint, { logs, witnesses: [], isQuorum: () => true });
  if (!verified.ok) return { status: 403, body: "The checkpoint has no valid signature of the log.\n" };
  if (request.old > size) return { status: 400, body: "The old size exceeds the size of the checkpoint.\n" };
  const stored = store.read(origin);
  const last = stored === undefined ? { size: 0, root: await sha256() } : parseStored(stored);
  if (request.old !== last.size) return { status: 409, type: "text/x.tlog.size", body: `${last.size}\n` };
  const isEmpty = size === 0 && isEqual(root, await sha256());
  if ((size === 0 && !isEmpty) || !(await isConsistent(last, checkpoint, request.proof)))
    return { status: 422, body: "The checkpoint does not extend the last checkpoint of the log.\n" };
  const cosignature = signer.sign(note.text);
  const own = note.signatures.filter(({ name, keyId }) => logs.some((key) => key.name === name && key.keyId === keyId));
  store.write(origin, printNote({ text: note.text, signatures: [...own, cosignature] }));
  return { status: 200, body: `${printSignature(cosignature)}\n` };
}

function parseStored(note: string) {
  const checkpoint = parseCheckpoint(parseNote(note)?.text ?? "");
  if (checkpoint === undefined) throw new Error("The witness's stored checkpoint is damaged. Restore its folder.");
  return checkpoint;
}
