import { join } from "node:path";
import { inArray } from "drizzle-orm";
import { chainStart, readArchived } from "#server/audit/log/archived.ts";
import { CHECKPOINT_LINES, readCheckpointLines } from "#server/audit/log/checkpoint-lines.ts";
import type { EventSignature } from "#server/audit/log/event-signer.ts";
import { checkSignatureWith, type PublicKeys } from "#server/audit/log/signing-keys.ts";
import type { Database } from "#server/db/open.ts";
import { events } from "#server/db/schema.ts";

/** Checkpoints per query. */
const GROUP = 500;

/**
 * Compares a database with the checkpoints of earlier releases. Returns the first one that the log contradicts, and
 * whether there are any. Ignores forged ones, and missing events that were archived.
 */
export async function compareCheckpointLines(
  { orm }: Pick<Database, "orm">,
  databaseId: string,
  folder: string,
  keys: PublicKeys,
): Promise<{ readonly contradicted: EventSignature | undefined; readonly any: boolean }> {
  const { seq, hash } = events;
  let any = false;
  for (const group of inGroups(readCheckpointLines(join(folder, CHECKPOINT_LINES)))) {
    // A forged checkpoint may contain a number that PostgreSQL cannot represent.
    const own = group.filter((one) => one.database_id === databaseId && Number.isSafeInteger(one.seq));
    if (own.length === 0) continue;
    const named = own.map((one) => one.seq);
    const rows = await orm.select({ seq, hash }).from(events).where(inArray(seq, named));
    const hashes = new Map(rows.map((row) => [row.seq, row.hash.toString("hex")]));
    const different = own.filter((one) => hashes.get(one.seq) !== one.hash);
    const isForged = (one: EventSignature) => checkSignatureWith(keys, one) === "forged";
    any ||= different.length < own.length || !different.every(isForged);
    if (different.length === 0) continue;
    // Read after the events, because another process may archive them in the meantime.
    const start = chainStart(await readArchived({ orm })).seq;
    const contradicted = different.find((one) => (hashes.has(one.seq) || one.seq > start) && !isForged(one));
    if (contradicted !== undefined) return { contradicted, any };
  }
  return { contradicted: undefined, any };
}

function* inGroups(checkpoints: Iterable<EventSignature>): Generator<EventSignature[]> {
  let group: EventSignature[] = [];
  for (const checkpoint of checkpoints) {
    group.push(checkpoint);
    if (group.length < GROUP) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
