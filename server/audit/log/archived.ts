import { desc, eq } from "drizzle-orm";
import type { Database } from "#server/db/open.ts";
import { events } from "#server/db/schema.ts";
import type { ChainHead } from "./event-signer.ts";
import type { ArchivedEvents } from "./history-events.ts";

/** Returns the content of the newest `history.archived` event; undefined if nothing was archived. */
export async function readArchived({ orm }: Pick<Database, "orm">): Promise<ArchivedEvents | undefined> {
  const [row] = await orm
    .select({ body: events.body })
    .from(events)
    .where(eq(events.kind, "history.archived"))
    .orderBy(desc(events.seq))
    .limit(1);
  return row === undefined ? undefined : JSON.parse(row.body.toString());
}

/** Returns the number and hash of the last archived event. The database contains all later events. */
export function chainStart(archived: ArchivedEvents | undefined): ChainHead {
  if (archived === undefined) return { seq: 0, hash: Buffer.alloc(32) };
  return { seq: archived.last_seq, hash: Buffer.from(archived.last_hash, "hex") };
}
