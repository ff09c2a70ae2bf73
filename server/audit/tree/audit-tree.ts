import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { type CheckpointText, printCheckpoint } from "#lib/tlog/checkpoint.ts";
import { joinExtra } from "#lib/tlog/disclosures.ts";
import { type Hash, isEqual, type TreeHead } from "#lib/tlog/merkle.ts";
import { parsePolicy, printPolicy } from "#lib/tlog/policy.ts";
import { type NoteSignature, parseNote, printNote, type SignedNote, type VerifierKey } from "#lib/tlog/signed-note.ts";
import { printProof } from "#lib/tlog/tlog-proof.ts";
import { consistencyPath, inclusionPath, type LeafRange } from "#lib/tlog/tree-paths.ts";
import { verifyCheckpoint } from "#lib/tlog/verify-proof.ts";
import { readHead } from "#server/audit/log/read-events.ts";
import {
  askWitness,
  fetchCheckpoint,
  type WitnessAddress,
  type WitnessRequest,
} from "#server/audit/witness/ask-witness.ts";
import { describeError } from "#server/base/describe-error.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { StoredContents } from "#server/db/event-contents.ts";
import type { Database } from "#server/db/open.ts";
import { replaceFile } from "#server/db/replace-file.ts";
import { appendEvents, appendHashes, type LoggedEvent, leafOf } from "./append-events.ts";
import { findContradiction, findDifference, type LastLeaf, readLastLeaf } from "./find-contradiction.ts";
import type { NoteSigner } from "./note-signer.ts";
import { checkpointFile, readSignedTree, type SignedTree, treeFolder, verifyNote } from "./signed-tree.ts";
import { hashRange, openTileFolder } from "./tiles.ts";

/**
 * The Merkle tree over the audit log (RFC 6962), with its last checkpoint in CHECKPOINT_DIR. Leaf `seq - 1` is the
 * event's hash in the chain followed by its body, so that a proof of one event also fixes all earlier events.
 */
export interface AuditTree {
  /**
   * Appends the events up to the head of the log and signs a checkpoint. Throws and stops recording if the log no longer
   * begins with the events of the last signed tree. Calls never overlap, and each covers the events recorded before it.
   */
  sign(): Promise<void>;
  /** Signs, and waits until the witnesses have been asked to cosign the checkpoint. */
  grow(): Promise<void>;
  /** Signs a first tree of these leaf hashes, for events that are no longer in the database. */
  seed(hashes: AsyncIterable<Uint8Array>): Promise<void>;
  /** Compares the log with the last signed tree. Recording stops, or continues, accordingly. */
  compare(): Promise<void>;
  /** Whether the log contradicts a checkpoint that its key has signed: nothing may be recorded. */
  isHistoryLost(): boolean;
  /** Whether the history is lost, or a witness claims to have seen more events: nothing may be signed. */
  isSigningStopped(): boolean;
  /**
   * Returns a proof of an event (c2sp.org/tlog-proof@v1) with the event and its `contents` as extra data. Signs a checkpoint first if none
   * covers the event, at most once a second. Never waits for a witness: a later proof contains the cosignatures. Throws
   * AUDIT_UNAVAILABLE if that fails.
   */
  prove(event: LoggedEvent, contents?: StoredContents | null): Promise<string>;
  /** Asks all witnesses about the last checkpoint. Signing stops if one claims to have seen more events. */
  compareWithWitnesses(): Promise<void>;
  /** Returns the last signed tree; undefined before the first one. */
  readLast(): Promise<SignedTree | undefined>;
  /** Number of events in the last checkpoint that the witnesses have cosigned, as far as this process knows; 0 if none. */
  lastCosigned(): number;
  /** Returns the policy (c2sp.org/tlog-policy) that a verifier of this log needs. */
  printPolicy(): string;
}

/** An event that the log must contain, and why it does not. */
export interface Contradiction {
  readonly seq: number;
  readonly problem: string;
  /** False for an unproven claim of a witness, which stops signing but not recording. */
  readonly isProven: boolean;
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
  /** Called when signing or recording stops, and with undefined once both continue. */
  readonly onChange: (contradiction: Contradiction | undefined) => void;
  readonly onProblem: (detail: string) => void;
  readonly now: () => Date;
}

const MIN_INTERVAL_MS = 1_000;

export async function openAuditTree(options: TreeOptions): Promise<AuditTree> {
  const { database, databaseId, folder, signer, logs, witnesses, onChange, onProblem, now } = options;
  const policyText = printPolicy(logs, witnesses);
  const policy = await parsePolicy(policyText).catch((cause) => {
    throw new Error("WITNESSES must not contain one key twice, or a key of the log.", { cause });
  });
  const store = openTileFolder(treeFolder(folder, databaseId));
  const file = checkpointFile(folder, databaseId);
  const origin = signer.key.name;
  const readLast = () => readSignedTree(folder, databaseId, logs);

  /** In memory, so that an older copy of the folder cannot hide events that this process has signed. */
  let newest: (TreeHead & LastLeaf) | undefined;
  /** The last checkpoint that the policy's quorum has cosigned. */
  let cosigned: Pick<SignedTree, "size" | "note"> | undefined;
  /** The sizes that witnesses claim to have seen, by name of the witness, if the log was shorter. */
  const claims = new Map<string, number>();
  /** Checkpoints of this log that witnesses have stored and that the log may contradict, by name of the witness. */
  const kept = new Map<string, TreeHead>();
  let contradiction: Contradiction | undefined;
  let startedAt = Number.NEGATIVE_INFINITY;

  function note(found: Contradiction | undefined): void {
    const before = contradiction;
    contradiction = found;
    if (before?.isProven !== found?.isProven) onChange(found);
  }

  const compare = inTurns(async (): Promise<SignedTree | undefined> => {
    const last = await readLast();
    if (last !== undefined && last.size > (newest?.size ?? 0))
      newest = { ...last, ...(await readLastLeaf(store, last.size)) };
    note(await findProblem(last?.size ?? 0));
    return last;
  });

  async function findProblem(grown: number): Promise<Contradiction | undefined> {
    const lost = newest && (await findContradiction(database, newest));
    if (newest !== undefined && lost !== undefined) return { seq: newest.size, problem: lost, isProven: true };
    for (const [name, tree] of [...kept]) {
      const difference = await findDifference(database, store, grown, tree);
      if (difference !== undefined) {
        const problem = `the witness ${name} has a checkpoint of ${tree.size} events, but ${difference}`;
        return { seq: tree.size, problem, isProven: true };
      }
      if (kept.get(name) === tree) kept.delete(name);
    }
    if (claims.size === 0) return undefined;
    // Read after the witness answered, because another process may have appended the events.
    const head = (await readHead(database))?.seq ?? 0;
    for (const [name, size] of [...claims]) if (size <= head) claims.delete(name);
    const [largest] = [...claims].toSorted(([, one], [, other]) => other - one);
    if (largest === undefined) return undefined;
    const [name, size] = largest;
    const problem = `the witness ${name} claims to have seen ${size} events, the log has ${head}`;
    return { seq: size, problem, isProven: false };
  }

  const hashesOf = async (size: number, path: readonly LeafRange[]): Promise<Hash[]> => {
    const hashes = await Promise.all(path.map((range) => hashRange(store, size, range)));
    return hashes.map((one) => new Uint8Array(one));
  };
  /** Returns the root of the first `end` leaves of a tree of `size` leaves. */
  const rootAt = async (size: number, end = size) => new Uint8Array(await hashRange(store, size, { start: 0, end }));

  const sign = inTurns(async () => {
    startedAt = performance.now();
    const last = await compare();
    if (contradiction !== undefined) throw refusal(contradiction);
    const size = last?.size ?? 0;
    const head = (await readHead(database))?.seq ?? 0;
    if (head > size) {
      await appendEvents(database.orm, store, { size, head });
      for (const signed of [last, newest]) {
        if (signed === undefined || isEqual(await rootAt(head, signed.size), signed.root)) continue;
        const problem = `its first ${signed.size} events have changed`;
        const changed = { seq: signed.size, problem, isProven: true };
        note(changed);
        throw refusal(changed);
      }
      await signTree(head);
    }
  });

  const refusal = ({ problem, isProven }: Contradiction) =>
    new Error(isProven ? `The audit log contradicts its Merkle tree: ${problem}.` : `Nothing is signed: ${problem}.`);

  async function signTree(size: number): Promise<void> {
    const signed = signNote({ origin, size, root: await rootAt(size) });
    await verified(signed);
    replaceFile(file, signed, 0o644);
    await compare();
  }

  function signNote(head: CheckpointText): string {
    const text = printCheckpoint(head);
    return printNote({ text, signatures: [signer.sign(text)] });
  }

  /** Asks the witnesses about the last checkpoint, and adds their cosignatures to it. */
  const ask = inTurns(async () => {
    const last = await readLast();
    // A witness also answers the empty tree with the size of its last checkpoint.
    let signed = parseNote(last?.note ?? signNote({ origin, size: 0, root: await rootAt(0) })) as SignedNote;
    const size = last?.size ?? 0;
    // This checkpoint may have been cosigned by another process, or before a restart.
    if (last !== undefined && witnesses.length > 0) await remember(last);
    const prove = (old: number) => hashesOf(size, old === 0 ? [] : consistencyPath(old, size));
    for (const answer of witnesses.map((witness) => consult(witness, { note: signed, size, prove }))) {
      const cosignature = await answer;
      const isNew = !signed.signatures.some(({ keyId }) => keyId === cosignature?.keyId);
      if (cosignature === undefined || last === undefined || !isNew) continue;
      signed = { ...signed, signatures: [...signed.signatures, cosignature] };
      const published = printNote(signed);
      await remember({ size, note: published });
      // Another checkpoint may have been signed in the meantime.
      if (parseNote(readFileSync(file, "utf8"))?.text === signed.text) replaceFile(file, published, 0o644);
    }
  });

  /** Remembers a checkpoint if the policy's quorum has cosigned it. Throws unless all its signatures are valid. */
  async function remember({ size, note }: Pick<SignedTree, "size" | "note">): Promise<void> {
    const { cosignatures } = await verified(note);
    if (policy.isQuorum(new Set(cosignatures.map(({ witness }) => witness)))) cosigned = { size, note };
  }

  /** Returns the content of a note to publish. Throws unless all its signatures are valid. */
  async function verified(note: string) {
    const found = await verifyCheckpoint(note, { ...policy, isQuorum: () => true });
    if (!found.ok) throw new Error(`A checkpoint was not published: ${found.error}.`);
    return found.value;
  }

  /** Returns a witness's cosignature. Its claims stop signing, and only a checkpoint of this log stops recording. */
  async function consult(witness: WitnessAddress, request: WitnessRequest): Promise<NoteSignature | undefined> {
    const { name } = witness.key;
    try {
      const reply = await askWitness(witness, request, now().getTime());
      if (reply.cosignature !== undefined) return reply.cosignature;
      const { claimedSize: size } = reply;
      if (size > (claims.get(name) ?? 0)) claims.set(name, size);
      await compare();
      if (size > 0 && !claims.has(name)) return undefined;
      onProblem(
        `the witness ${name} at ${witness.url} refused the checkpoint: it claims to have seen ${size || "other"} events`,
      );
      const seen = await verifyNote(await fetchCheckpoint(witness, origin), logs);
      if (!seen.ok) throw new Error(`its last checkpoint is not one of this log: ${seen.error}`);
      kept.set(name, seen.value);
      await compare();
    } catch (error) {
      onProblem(`the witness ${name} at ${witness.url} failed: ${describeError(error)}`);
    }
    return undefined;
  }

  let demanded: Promise<void> | undefined;

  function growOnDemand(): Promise<void> {
    demanded ??= setTimeout(Math.max(0, startedAt + MIN_INTERVAL_MS - performance.now())).then(async () => {
      demanded = undefined;
      await sign();
      void ask().catch((error) => onProblem(describeError(error)));
    });
    return demanded;
  }

  /** Returns a signed tree that contains the event, if possible one that the witnesses have cosigned. */
  async function cover(seq: number): Promise<Pick<SignedTree, "size" | "note">> {
    if (cosigned !== undefined && cosigned.size >= seq) return cosigned;
    let last = await readLast();
    if (last === undefined || last.size < seq) {
      await growOnDemand();
      last = await readLast();
    }
    if (last === undefined || last.size < seq) throw new Error("the tree does not contain the event");
    return last;
  }

  return {
    sign,
    // Witnesses are also asked while signing is stopped, because they may have the proof.
    grow: () => sign().finally(ask),
    readLast,
    async compare() {
      await compare();
    },
    isHistoryLost: () => contradiction?.isProven ?? false,
    isSigningStopped: () => contradiction !== undefined,
    async seed(hashes) {
      if ((await readLast()) !== undefined)
        throw new Error(
          `The audit log already has a signed Merkle tree. If it is damaged, first delete ${treeFolder(folder, databaseId)}.`,
        );
      await signTree(await appendHashes(store, hashes));
    },
    async prove(event, contents) {
      try {
        const { size, note } = await cover(event.seq);
        const index = event.seq - 1;
        const hashes = await hashesOf(size, inclusionPath(index, size));
        return printProof({
          extra: joinExtra(leafOf(event), Object.values(contents ?? {})),
          index,
          hashes,
          checkpoint: note,
        });
      } catch (error) {
        throw new GatewayError("AUDIT_UNAVAILABLE", { retryAfter: 60, detail: describeError(error) });
      }
    },
    compareWithWitnesses: ask,
    lastCosigned: () => cosigned?.size ?? 0,
    printPolicy: () => policyText,
  };
}

/** Returns a function whose calls never overlap. A call that still waits is shared. */
function inTurns<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let waiting: Promise<T> | undefined;
  return () => {
    waiting ??= running.then(() => {
      waiting = undefined;
      return work();
    });
    running = waiting.catch(() => {});
    return waiting;
  };
}
