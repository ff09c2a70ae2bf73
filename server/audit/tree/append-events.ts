import { and, asc, gt, lte } from "drizzle-orm";
import type { Database } from "#server/db/open.ts";
import { events } from "#server/db/schema.ts";
import { appendLeaves, leafHash, type TileStore } from "./tiles.ts";

/** An event of the audit log; `body` is its canonical JSON, and `hash` its hash in the chain. */
export interface LoggedEvent {
  readonly seq: number;
  readonly hash: Uint8Array;
  readonly body: Uint8Array;
}

const PAGE = 500;
/** Leaves that are appended at once. */
const STEP = 16_384;

/** Returns the leaf of an event: its hash in the chain, 32 bytes, followed by its canonical JSON. */
export function leafOf({ hash, body }: Omit<LoggedEvent, "seq">): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat([hash, body]));
}

/** Appends the events after `size` up to `head` to a tree of `size` leaves. Throws if one of them was removed. */
export async function appendEvents(
  orm: Database["orm"],
  store: TileStore,
  { size, head }: { readonly size: number; readonly head: number },
): Promise<void> {
  await appendHashes(store, readHashes(orm, size, head), size);
}

/** Appends leaf hashes to a tree of `size` leaves. Returns the new size. */
export async function appendHashes(store: TileStore, hashes: AsyncIterable<Uint8Array>, size = 0): Promise<number> {
  let [added, appended]: [Buffer[], number] = [[], size];
  const append = async () => {
    await appendLeaves(store, appended, added);
    [added, appended] = [[], appended + added.length];
  };
  for await (const one of hashes) {
    added.push(Buffer.from(one));
    if (added.length === STEP) await append();
  }
  await append();
  return appended;
}

async function* readHashes(orm: Database["orm"], size: number, head: number): AsyncGenerator<Buffer> {
  const { seq, hash, body } = events;
  for (let last = size; last < head; ) {
    const rows = await orm
      .select({ seq, hash, body })
      .from(events)
      .where(and(gt(seq, last), lte(seq, head)))
      .orderBy(asc(seq))
      .limit(PAGE);
    if (rows.length === 0) throw new Error(`Event ${last + 1} is missing.`);
    for (const row of rows) {
      last++;
      if (row.seq !== last)
        throw new Error(
          `Event ${last} is archived, and the Merkle tree does not contain it. Run npm run grow-tree -- ARCHIVES once.`,
        );
      yield leafHash(leafOf(row));
    }
  }
}
