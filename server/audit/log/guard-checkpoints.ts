import { setTimeout } from "node:timers/promises";
import { GatewayError } from "#server/base/errors.ts";
import type { Database } from "#server/db/open.ts";
import type { Checkpoint, Checkpoints } from "./checkpoint.ts";
import { findContradiction, inGroups } from "./find-contradiction.ts";

/** Checkpoints that refuse to sign while the log contradicts an earlier checkpoint. */
export interface GuardedCheckpoints extends Checkpoints {
  compareLast(): Promise<void>;
  /** Compares the log with every checkpoint, slowly enough not to delay requests. Rejects when the signal aborts. */
  compareAll(signal: AbortSignal): Promise<void>;
  /** Sets the contradiction between the log and its Merkle tree; undefined if there is none any more. */
  contradict(contradiction: Contradiction | undefined): void;
  /** Whether the log contradicts a checkpoint or the tree. A contradiction found by compareAll() persists until a restart. */
  isHistoryLost(): boolean;
}

/** An event that the log must contain, and why it does not. */
export interface Contradiction {
  readonly seq: number;
  readonly problem: string;
}

const REST_MS = 20;

/**
 * Stops signing if the database loses events while the gateway is running, for example when a dump is restored or a
 * lagging replica is promoted. Otherwise the chain would fork. `onChange` is called with the contradicted checkpoint,
 * and with undefined once the log and the checkpoints agree again.
 */
export function guardCheckpoints(
  checkpoints: Checkpoints,
  database: Pick<Database, "orm">,
  onChange: (contradicted: Checkpoint | Contradiction | undefined) => void,
): GuardedCheckpoints {
  const { databaseId } = checkpoints;
  /** The newest known checkpoint. In memory, so that truncating the checkpoint file cannot hide a lost history. */
  let newest: Checkpoint | undefined;
  let last: Checkpoint | undefined;
  /** A contradiction found by compareAll(), which runs once per start; remains set until the process restarts. */
  let forked: Checkpoint | undefined;
  let ofTree: Contradiction | undefined;

  const contradicted = () => ofTree ?? forked ?? last;

  async function note(compare: () => Promise<void>): Promise<void> {
    const before = contradicted();
    await compare();
    noteChange(before);
  }

  function noteChange(before: ReturnType<typeof contradicted>): void {
    const after = contradicted();
    if ((before === undefined) !== (after === undefined)) onChange(after);
  }

  async function compareLast(): Promise<void> {
    const found = checkpoints.last();
    if (found !== undefined && found.seq >= (newest?.seq ?? 0)) newest = found;
    const group = newest === undefined ? [] : [newest];
    await note(async () => {
      last = await findContradiction(database, group, (checkpoint) => checkpoints.readKeys()(checkpoint));
    });
  }

  async function requireSameHistory(): Promise<void> {
    await compareLast();
    if (contradicted() !== undefined)
      throw new GatewayError("AUDIT_UNAVAILABLE", { retryAfter: 60, detail: "history_lost" });
  }

  return {
    ...checkpoints,
    async write(head, at) {
      await requireSameHistory();
      return checkpoints.write(head, at);
    },
    async sign(event, at) {
      await requireSameHistory();
      return checkpoints.sign(event, at);
    },
    compareLast,
    async compareAll(signal) {
      const checkSignature = checkpoints.readKeys();
      await note(async () => {
        for (const group of inGroups(checkpoints.read())) {
          const own = group.filter((checkpoint) => checkpoint.database_id === databaseId);
          forked = own.length === 0 ? undefined : await findContradiction(database, own, checkSignature);
          if (forked !== undefined) return;
          await setTimeout(REST_MS, undefined, { signal, ref: false });
        }
      });
    },
    contradict(contradiction) {
      const before = contradicted();
      ofTree = contradiction;
      noteChange(before);
    },
    isHistoryLost: () => contradicted() !== undefined,
  };
}
