import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { type CheckpointText, printCheckpoint } from "#lib/tlog/checkpoint.ts";
import { type Hash, isEqual, type TreeHead } from "#lib/tlog/merkle.ts";
import { printPolicy } from "#lib/tlog/policy.ts";
import { type NoteSignature, parseNote, printNote, type SignedNote, type VerifierKey } from "#lib/tlog/signed-note.ts";
import { printProof } from "#lib/tlog/tlog-proof.ts";
import { consistencyPath, inclusionPath, type LeafRange } from "#lib/tlog/tree-paths.ts";
import { verifyCheckpoint } from "#lib/tlog/verify-proof.ts";
import type { GuardedCheckpoints } from "#server/audit/log/guard-checkpoints.ts";
import { readHead } from "#server/audit/log/read-head.ts";
import { askWitness, Fork, type WitnessAddress, type WitnessRequest } from "#server/audit/witness/ask-witness.ts";
import { describeError } from "#server/base/describe-error.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { Database } from "#server/db/open.ts";
import { replaceFile } from "#server/db/replace-file.ts";
import { events } from "#server/db/schema.ts";
import { appendEvents, type LoggedEvent, leafOf } from "./append-events.ts";
import type { NoteSigner } from "./note-signer.ts";
import { openTileFolder } from "./tile-folder.ts";
import { hashRange, leafHash } from "./tiles.ts";

/**
 * The Merkle tree over the audit log (RFC 6962). Leaf `seq - 1` is the event's hash in the chain followed by its body,
 * so that a proof of one event also fixes all earlier events.
 */
export interface AuditTree {
  /**
   * Appends the events up to the head of the log, signs a checkpoint and asks the witnesses to cosign it. Throws and
   * stops recording if the log no longer begins with the events of the last signed tree. Calls never overlap.
   */
  grow(): Promise<void>;
  /**
   * Returns a proof of an event (c2sp.org/tlog-proof@v1) with the event as extra data. Signs a checkpoint first if none
   * covers the event, at most one a second. Throws AUDIT_UNAVAILABLE if that fails.
   */
  prove(event: LoggedEvent): Promise<string>;
  /** Asks the witnesses for their last checkpoint. Stops recording if one has seen more events than the log has. */
  compareWithWitnesses(): Promise<void>;
  /** Returns the last checkpoint, a signed note; undefined before the first one. */
  readCheckpoint(): string | undefined;
  /** Returns the policy (c2sp.org/tlog-policy) that a verifier of this log needs. */
  printPolicy(): Promise<string>;
}

interface TreeOptions {
  readonly database: Pick<Database, "orm">;
  readonly checkpoints: Pick<GuardedCheckpoints, "compareLast" | "isHistoryLost" | "contradict">;
  /** Stores the tiles and the last checkpoint. Several processes may share it, because all write the same tiles. */
  readonly folder: string;
  /** Its name is the origin of the log. */
  readonly signer: NoteSigner;
  /** Returns all keys that have signed checkpoints of this log. */
  readonly readKeys: () => Promise<readonly VerifierKey[]>;
  readonly witnesses: readonly WitnessAddress[];
  readonly onProblem: (detail: string) => void;
}

const MIN_INTERVAL_MS = 1_000;

export function openAuditTree(options: TreeOptions): AuditTree {
  const { database, checkpoints, folder, signer, readKeys, witnesses, onProblem } = options;
  const { orm } = database;
  const store = openTileFolder(folder);
  const file = join(folder, "checkpoint");
  const origin = signer.key.name;
  /** In memory, so that an older copy of the folder cannot hide events that this process has signed. */
  let newest: TreeHead | undefined;

  const readCheckpoint = () => (existsSync(file) ? readFileSync(file, "utf8") : undefined);

  async function readLast(): Promise<CheckpointText | undefined> {
    const note = readCheckpoint();
    if (note === undefined) return undefined;
    const verified = await verifyCheckpoint(note, { logs: await readKeys(), witnesses: [], isQuorum: () => true });
    if (!verified.ok) throw new Error(`${file} is not a checkpoint of this log: ${verified.error}.`);
    return verified.value;
  }

  const hashesOf = async (size: number, path: readonly LeafRange[]): Promise<Hash[]> => {
    const hashes = await Promise.all(path.map((range) => hashRange(store, size, range)));
    return hashes.map((one) => new Uint8Array(one));
  };
  const rootAt = async (size: number) => new Uint8Array(await hashRange(store, size, { start: 0, end: size }));

  /** Number of events that a witness has seen, if the log had fewer. */
  let witnessed = 0;
  /** Remains set until the process restarts, because the witness keeps refusing this history. */
  let isForked = false;

  function stop(seq: number, problem: string): Error {
    checkpoints.contradict({ seq, problem });
    return new Error(`The audit log contradicts its Merkle tree: ${problem}.`);
  }

  /** Throws unless the log still contains the last event of a signed tree. An archived event is not compared. */
  async function requireSameEvent(size: number): Promise<void> {
    const [last] = await orm.select().from(events).where(eq(events.seq, size));
    if (last === undefined) return;
    const [signed] = await hashesOf(size, [{ start: size - 1, end: size }]);
    if (!leafHash(leafOf(last)).equals(signed as Hash)) throw stop(size, `event ${size} has changed`);
  }

  async function extend(): Promise<void> {
    if (isForked) throw new Error("A witness has cosigned another history of this log.");
    const last = await readLast();
    const size = last?.size ?? 0;
    const head = (await readHead(database))?.seq ?? 0;
    const signed = [last, newest].filter((one) => one !== undefined && one.size > 0) as TreeHead[];
    const most = Math.max(witnessed, ...signed.map((one) => one.size));
    if (head < most) throw stop(most, `the tree has ${most} events, the log ${head}`);
    if (size > 0) await requireSameEvent(size);
    if (head > size) {
      await appendEvents(orm, store, { size, head });
      for (const one of signed)
        if (!isEqual(await rootAt(one.size), one.root))
          throw stop(one.size, `its first ${one.size} events have changed`);
      checkpoints.contradict(undefined);
      await checkpoints.compareLast();
      if (checkpoints.isHistoryLost()) return;
      newest = { size: head, root: await rootAt(head) };
      replaceFile(file, signNote({ origin, ...newest }), 0o644);
    }
    checkpoints.contradict(undefined);
    await cosign();
  }

  function signNote(head: CheckpointText): string {
    const text = printCheckpoint(head);
    return printNote({ text, signatures: [signer.sign(text)] });
  }

  /** Asks the witnesses that have not cosigned the last checkpoint, and adds their cosignatures to it. */
  async function cosign(): Promise<void> {
    const last = await readLast();
    const note = parseNote(readCheckpoint() ?? "");
    if (last === undefined || note === undefined) return;
    const isMissing = ({ key }: WitnessAddress) => !note.signatures.some((one) => one.keyId === key.keyId);
    const prove = (old: number) => hashesOf(last.size, old === 0 ? [] : consistencyPath(old, last.size));
    const cosignatures = await askAll(witnesses.filter(isMissing), { note, size: last.size, prove });
    // Another process may have replaced the checkpoint in the meantime.
    if (cosignatures.length > 0 && parseNote(readCheckpoint() ?? "")?.text === note.text)
      replaceFile(file, printNote({ ...note, signatures: [...note.signatures, ...cosignatures] }), 0o644);
  }

  /** Returns the cosignatures. Stops recording if a witness has seen events that the log does not have. */
  async function askAll(asked: readonly WitnessAddress[], request: WitnessRequest): Promise<NoteSignature[]> {
    const answers = asked.map(async (witness) => {
      try {
        const answer = await askWitness(witness, request);
        if (answer.cosignature !== undefined) return [answer.cosignature];
        // Read after the answer, because another process may have appended the events.
        const head = (await readHead(database))?.seq ?? 0;
        if (answer.size > head) {
          witnessed = answer.size;
          stop(answer.size, `the witness ${witness.key.name} has seen ${answer.size} events, the log has ${head}`);
        }
      } catch (error) {
        isForked ||= error instanceof Fork;
        if (error instanceof Fork) stop(request.size, `the witness ${witness.key.name} has seen other events`);
        else onProblem(`the witness ${witness.key.name} at ${witness.url} did not cosign: ${describeError(error)}`);
      }
      return [];
    });
    return (await Promise.all(answers)).flat();
  }

  let growing: Promise<void> | undefined;
  let startedAt = Number.NEGATIVE_INFINITY;

  function grow(): Promise<void> {
    growing ??= (async () => {
      startedAt = performance.now();
      await extend();
    })().finally(() => {
      growing = undefined;
    });
    return growing;
  }

  /** Returns the size of the last signed tree, which contains the event. */
  async function cover(seq: number): Promise<TreeHead & { readonly note: string }> {
    // The first call may join a growth that began before the event was recorded.
    for (let attempt = 0; ; attempt++) {
      const last = await readLast();
      const note = readCheckpoint();
      if (last !== undefined && note !== undefined && last.size >= seq) return { ...last, note };
      if (attempt === 2) throw new Error("the tree does not contain the event");
      await setTimeout(startedAt + MIN_INTERVAL_MS - performance.now());
      await grow();
    }
  }

  return {
    grow,
    readCheckpoint,
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
      await askAll(witnesses, { note: parseNote(empty) as SignedNote, size: 0, prove: async () => [] });
    },
    printPolicy: async () => printPolicy(await readKeys(), witnesses),
  };
}
