import { inArray } from "drizzle-orm";
import type { Database } from "#server/db/open.ts";
import { events } from "#server/db/schema.ts";
import { chainStart, readArchived } from "./archived.ts";
import type { Checkpoint, CheckSignature } from "./checkpoint.ts";

const GROUP = 500;

/**
 * Returns the first checkpoint that the log contradicts: its event is missing or has another hash. Archived events and
 * forged checkpoints are ignored.
 */
export async function findContradiction(
  { orm }: Pick<Database, "orm">,
  group: readonly Checkpoint[],
  checkSignature: CheckSignature,
): Promise<Checkpoint | undefined> {
  const { seq, hash } = events;
  // A forged line may name any number.
  const possible = group.filter((checkpoint) => Number.isSafeInteger(checkpoint.seq));
  const named = possible.map((checkpoint) => checkpoint.seq);
  const rows = await orm.select({ seq, hash }).from(events).where(inArray(seq, named));
  const hashes = new Map(rows.map((row) => [row.seq, row.hash.toString("hex")]));
  const different = possible.filter((checkpoint) => hashes.get(checkpoint.seq) !== checkpoint.hash);
  if (different.length === 0) return undefined;
  // Read after the events, which an archive may have removed in between.
  const start = chainStart(await readArchived({ orm })).seq;
  return different.find(
    (checkpoint) => (hashes.has(checkpoint.seq) || checkpoint.seq > start) && checkSignature(checkpoint) !== "forged",
  );
}

/** Yields checkpoints in groups; each group is compared in one query. */
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
