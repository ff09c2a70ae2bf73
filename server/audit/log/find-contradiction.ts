import { inArray } from "drizzle-orm";
import type { Database } from "#server/db/open.ts";
import { events } from "#server/db/schema.ts";
import { chainStart, readArchived } from "./archived.ts";
import type { Checkpoint, CheckSignature } from "./checkpoint.ts";

const GROUP = 500;

/**
 * Returns the first checkpoint that the log contradicts: the event is missing or has a different hash. Missing events
 * that were archived and forged checkpoints are ignored.
 */
export async function findContradiction(
  { orm }: Pick<Database, "orm">,
  group: readonly Checkpoint[],
  checkSignature: CheckSignature,
): Promise<Checkpoint | undefined> {
  const { seq, hash } = events;
  // A forged checkpoint may contain a number that PostgreSQL cannot represent.
  const possible = group.filter((checkpoint) => Number.isSafeInteger(checkpoint.seq));
  const named = possible.map((checkpoint) => checkpoint.seq);
  const rows = await orm.select({ seq, hash }).from(events).where(inArray(seq, named));
  const hashes = new Map(rows.map((row) => [row.seq, row.hash.toString("hex")]));
  const different = possible.filter((checkpoint) => hashes.get(checkpoint.seq) !== checkpoint.hash);
  if (different.length === 0) return undefined;
  // Read after the events: an archive may have removed some of them in the meantime.
  const start = chainStart(await readArchived({ orm })).seq;
  return different.find(
    (checkpoint) => (hashes.has(checkpoint.seq) || checkpoint.seq > start) && checkSignature(checkpoint) !== "forged",
  );
}

/** Yields checkpoints in groups, so that one query compares many of them. */
export function* inGroups(checkpoints: Iterable<Checkpoint>): Generator<Checkpoint[]> {
  let group: Checkpoint[] = [];
  for (const checkpoint of checkpoints) {
    group.push(checkpoint);
    if (group.length < GROUP) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
