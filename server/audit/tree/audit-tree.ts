import { setTimeout } from "node:timers/promises";
import { type CheckpointText, printCheckpoint } from "#lib/tlog/checkpoint.ts";
import { type Hash, isEqual, type TreeHead } from "#lib/tlog/merkle.ts";
import { printPolicy } from "#lib/tlog/policy.ts";
import { parseNote, printNote, type SignedNote, type VerifierKey } from "#lib/tlog/signed-note.ts";
import { printProof } from "#lib/tlog/tlog-proof.ts";
import { consistencyPath, inclusionPath, type LeafRange } from "#lib/tlog/tree-paths.ts";
import { readHead } from "#server/audit/log/read-head.ts";
import type { WitnessAddress, WitnessRequest } from "#server/audit/witness/ask-witness.ts";
import { askWitnesses } from "#server/audit/witness/ask-witnesses.ts";
import { describeError } from "#server/base/describe-error.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { Database } from "#server/db/open.ts";
import { replaceFile } from "#server/db/replace-file.ts";
import { appendEvents, appendHashes, type LoggedEvent, leafOf } from "./append-events.ts";
import { findContradiction, type LastLeaf, readLastLeaf } from "./find-contradiction.ts";
import type { NoteSigner } from "./note-signer.ts";
import { checkpointFile, readSignedTree, type SignedTree, treeFolder } from "./signed-tree.ts";
import { openTileFolder } from "./tile-folder.ts";
import { hashRange } from "./tiles.ts";

/**
 * The Merkle tree over the audit log (RFC 6962), with its last checkpoint in CHECKPOINT_DIR. Leaf `seq - 1` is the
 * event's hash in the chain followed by its body, so that a proof of one event also fixes all earlier events.
 */
export interface AuditTree {
  /**
   * Appends the events up to the head of the log, signs a checkpoint and asks the witnesses to cosign it. Throws and
   * stops recording if the log no longer begins with the events of the last signed tree. Calls never overlap, and each
   * covers the events recorded before it.
   */
  grow(): Promise<void>;
  /** Signs a first tree of these leaf hashes, for events that are no longer in the database. */
  seed(hashes: AsyncIterable<Uint8Array>): Promise<void>;
  /** Compares the log with the last signed tree. Recording stops, or continues, accordingly. */
  compare(): Promise<void>;
  /** Whether the log contradicts a signed tree or a witness. A witness's fork lasts until a restart. */
  isHistoryLost(): boolean;
  /**
   * Returns a proof of an event (c2sp.org/tlog-proof@v1) with the event as extra data. Signs a checkpoint first if none
   * covers the event, at most one a second. Throws AUDIT_UNAVAILABLE if that fails.
   */
  prove(event: LoggedEvent): Promise<string>;
  /** Asks the witnesses for their last checkpoint. Stops recording if one has seen more events than the log has. */
  compareWithWitnesses(): Promise<void>;
  /** Returns the last signed tree; undefined before the first one. */
  readLast(): Promise<SignedTree | undefined>;
  /** Returns the policy (c2sp.org/tlog-policy) that a verifier of this log needs. */
  printPolicy(): string;
}

/** An event that the log must contain, and why it does not. */
export interface Contradiction {
  readonly seq: number;
  readonly problem: string;
}

export interface TreeOptions {
  readonly database: Pick<Database, "orm">;
  readonly databaseId: string;
  /** CHECKPOINT_DIR. Several processes may share it, because all write the same tiles. */
  readonly folder: string;
  /** Its name is the origin of the log. */
  readonly signer: NoteSigner;
  /** The keys in LOG_KEY_FILE. */
  readonly logs: readonly VerifierKey[];
  readonly witnesses: readonly WitnessAddress[];
  /** Called when the log begins to contradict its tree, and with undefined once they agree again. */
  readonly onChange: (contradiction: Contradiction | undefined) => void;
  readonly onProblem: (detail: string) => void;
}

const MIN_INTERVAL_MS = 1_000;

export function openAuditTree(options: TreeOptions): AuditTree {
  const { database, databaseId, folder, signer, logs, witnesses, onChange, onProblem } = options;
  const store = openTileFolder(treeFolder(folder, databaseId));
  const file = checkpointFile(folder, databaseId);
  const origin = signer.key.name;
  const readLast = () => readSignedTree(folder, databaseId, logs);

  /** In memory, so that an older copy of the folder cannot hide events that this process has signed. */
  let newest: (TreeHead & LastLeaf) | undefined;
  /** The most events that a witness has seen, if the log had fewer. */
  let witnessed: { readonly name: string; readonly size: number } | undefined;
  let contradiction: Contradiction | undefined;
  /** The contradiction of a witness that keeps refusing this history. */
  let forked: Contradiction | undefined;

  function note(found: Contradiction | undefined): void {
    const before = contradiction;
    contradiction = forked ?? found;
    if ((before === undefined) !== (contradiction === undefined)) onChange(contradiction);
  }

  async function compare(): Promise<SignedTree | undefined> {
    const last = await readLast();
    if (last !== undefined && last.size > (newest?.size ?? 0))
      newest = { ...last, ...(await readLastLeaf(store, last.size)) };
    note(await findProblem());
    return last;
  }

  async function findProblem(): Promise<Contradiction | undefined> {
    const problem = newest && (await findContradiction(database, newest));
    if (newest !== undefined && problem !== undefined) return { seq: newest.size, problem };
    if (witnessed === undefined) return undefined;
    // Read after the witness answered, because another process may have appended the events.
    const head = (await readHead(database))?.seq ?? 0;
    if (head < witnessed.size) {
      const { name, size } = witnessed;
      return { seq: size, problem: `the witness ${name} has seen ${size} events, the log has ${head}` };
    }
    witnessed = undefined;
    return undefined;
  }

  const hashesOf = async (size: number, path: readonly LeafRange[]): Promise<Hash[]> => {
    const hashes = await Promise.all(path.map((range) => hashRange(store, size, range)));
    return hashes.map((one) => new Uint8Array(one));
  };
  /** Returns the root of the first `end` leaves of a tree of `size` leaves. */
  const rootAt = async (size: number, end = size) => new Uint8Array(await hashRange(store, size, { start: 0, end }));

  async function extend(): Promise<void> {
    const last = await compare();
    if (contradiction !== undefined) throw refusal(contradiction);
    const size = last?.size ?? 0;
    const head = (await readHead(database))?.seq ?? 0;
    if (head > size) {
      await appendEvents(database.orm, store, { size, head });
      for (const signed of [last, newest]) {
        if (signed === undefined || isEqual(await rootAt(head, signed.size), signed.root)) continue;
        const changed = { seq: signed.size, problem: `its first ${signed.size} events have changed` };
        note(changed);
        throw refusal(changed);
      }
      await signTree(head);
    }
    await cosign();
  }

  const refusal = ({ problem }: Contradiction) => new Error(`The audit log contradicts its Merkle tree: ${problem}.`);

  async function signTree(size: number): Promise<void> {
    replaceFile(file, signNote({ origin, size, root: await rootAt(size) }), 0o644);
    await compare();
  }

  function signNote(head: CheckpointText): string {
    const text = printCheckpoint(head);
    return printNote({ text, signatures: [signer.sign(text)] });
  }

  /** Asks the witnesses that have not cosigned the last checkpoint, and adds their cosignatures to it. */
  async function cosign(): Promise<void> {
    const last = await readLast();
    const signed = last && parseNote(last.note);
    if (last === undefined || signed === undefined) return;
    const isMissing = ({ key }: WitnessAddress) => !signed.signatures.some((one) => one.keyId === key.keyId);
    const prove = (old: number) => hashesOf(last.size, old === 0 ? [] : consistencyPath(old, last.size));
    const cosignatures = await ask(witnesses.filter(isMissing), { note: signed, size: last.size, prove });
    // Another process may have replaced the checkpoint in the meantime.
    if (cosignatures.length > 0 && parseNote((await readLast())?.note ?? "")?.text === signed.text)
      replaceFile(file, printNote({ ...signed, signatures: [...signed.signatures, ...cosignatures] }), 0o644);
  }

  /** Returns the cosignatures. Stops recording if a witness has seen events that the log does not have. */
  async function ask(asked: readonly WitnessAddress[], request: WitnessRequest) {
    const { cosignatures, ahead, forked: name } = await askWitnesses(asked, request, onProblem);
    if (name !== undefined) forked = { seq: request.size, problem: `the witness ${name} has seen other events` };
    if (ahead !== undefined) witnessed = ahead;
    if (name !== undefined || ahead !== undefined) await compare();
    return cosignatures;
  }

  let running = Promise.resolve();
  let waiting: Promise<void> | undefined;
  let startedAt = Number.NEGATIVE_INFINITY;

  function grow(): Promise<void> {
    // A call that still waits will cover all events recorded until now, so it is shared.
    waiting ??= running.then(() => {
      waiting = undefined;
      startedAt = performance.now();
      return extend();
    });
    running = waiting.catch(() => {});
    return waiting;
  }

  let demanded: Promise<void> | undefined;

  function growOnDemand(): Promise<void> {
    demanded ??= setTimeout(startedAt + MIN_INTERVAL_MS - performance.now()).then(() => {
      demanded = undefined;
      return grow();
    });
    return demanded;
  }

  /** Returns the last signed tree, which contains the event. */
  async function cover(seq: number): Promise<SignedTree> {
    let last = await readLast();
    if (last === undefined || last.size < seq) {
      await growOnDemand();
      last = await readLast();
    }
    if (last === undefined || last.size < seq) throw new Error("the tree does not contain the event");
    return last;
  }

  return {
    grow,
    readLast,
    async compare() {
      await compare();
    },
    isHistoryLost: () => contradiction !== undefined,
    async seed(hashes) {
      if ((await readLast()) !== undefined) throw new Error("The audit log already has a signed Merkle tree.");
      await signTree(await appendHashes(store, hashes));
    },
    async prove(event) {
      try {
        const { size, note } = await cover(event.seq);
        const index = event.seq - 1;
        const hashes = await hashesOf(size, inclusionPath(index, size));
        return printProof({ extra: leafOf(event), index, hashes, checkpoint: note });
      } catch (error) {
        throw new GatewayError("AUDIT_UNAVAILABLE", { retryAfter: 60, detail: describeError(error) });
      }
    },
    async compareWithWitnesses() {
      // A witness answers with the size of its last checkpoint, because that is not the empty tree.
      const empty = signNote({ origin, size: 0, root: await rootAt(0) });
      await ask(witnesses, { note: parseNote(empty) as SignedNote, size: 0, prove: async () => [] });
    },
    printPolicy: () => printPolicy(logs, witnesses),
  };
}
