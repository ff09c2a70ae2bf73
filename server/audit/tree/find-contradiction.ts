import { eq } from "drizzle-orm";
import type { TreeHead } from "#lib/tlog/merkle.ts";
import { chainStart, readArchived, readHead } from "#server/audit/log/read-events.ts";
import type { Database } from "#server/db/open.ts";
import { events } from "#server/db/schema.ts";
import { appendEvents, leafOf } from "./append-events.ts";
import { hashRange, leafHash, type TileStore } from "./tiles.ts";

/** The last event of a signed tree: the number of events, and the hash of the last leaf. */
export interface LastLeaf {
  readonly size: number;
  readonly leaf: Uint8Array;
}

/** Returns the last leaf of a signed tree. Throws if its tile is missing or damaged. */
export async function readLastLeaf(store: TileStore, size: number): Promise<LastLeaf> {
  return { size, leaf: await hashRange(store, size, { start: Math.max(0, size - 1), end: size }) };
}

/**
 * Returns why the log does not begin with the events of a signed tree; undefined if it does. Compares the last event,
 * which depends on all earlier ones. An archived event is not compared.
 */
export async function findContradiction(
  { orm }: Pick<Database, "orm">,
  { size, leaf }: LastLeaf,
): Promise<string | undefined> {
  const head = await readHead({ orm });
  if (head === undefined) return "the database contains no events";
  if (head.seq < size) return `the last event is ${head.seq}`;
  const [event] = await orm.select().from(events).where(eq(events.seq, size));
  if (event !== undefined) return leafHash(leafOf(event)).equals(leaf) ? undefined : `event ${size} has changed`;
  // Read after the event, because another process may archive it in the meantime.
  return chainStart(await readArchived({ orm })).seq >= size ? undefined : `event ${size} is missing`;
}

/**
 * Returns why the log does not begin with the events of a tree that a witness has stored; undefined if it does. Appends
 * the events up to that tree to the `size` leaves in the store.
 */
export async function findDifference(
  { orm }: Pick<Database, "orm">,
  store: TileStore,
  size: number,
  kept: TreeHead,
): Promise<string | undefined> {
  const head = (await readHead({ orm }))?.seq ?? 0;
  if (head < kept.size) return `the log has ${head} events`;
  if (size < kept.size) await appendEvents(orm, store, { size, head: kept.size });
  const root = await hashRange(store, Math.max(size, kept.size), { start: 0, end: kept.size });
  return root.equals(kept.root) ? undefined : `its first ${kept.size} events have changed`;
}
