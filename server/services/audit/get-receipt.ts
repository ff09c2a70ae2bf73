import { and, desc, eq, inArray, lt } from "drizzle-orm";
import { validate } from "uuid";
import { OUTCOMES } from "#lib/console/audit-events.ts";
import type { Gateway } from "#server/gateway.ts";
import type { Checkpoint } from "#server/infra/audit-log/checkpoint.ts";
import type { Event } from "#server/infra/audit-log/event.ts";
import { events } from "#server/infra/db/schema.ts";

/**
 * What proves to others that an event was in the audit log: with `previous_hash`, the event gives `hash`, and the
 * checkpoint is the gateway's signature that the log had this hash at this position.
 */
export interface Receipt {
  readonly request_id: string;
  readonly seq: number;
  /** Hexadecimal, like `hash`. */
  readonly previous_hash: string;
  readonly hash: string;
  readonly event: Event;
  readonly checkpoint: Checkpoint;
}

const FIRST_HASH = "0".repeat(64);

/** The receipt for how a caller's own request ended; undefined if no event of the caller's says so. */
export async function getReceipt(
  { database, checkpoints, now }: Pick<Gateway, "database" | "checkpoints" | "now">,
  callerId: string,
  requestId: string,
): Promise<Receipt | undefined> {
  if (!validate(requestId)) return undefined;
  const ofRequest = and(eq(events.requestId, requestId), inArray(events.kind, [...OUTCOMES]));
  const ended = await database.orm.select().from(events).where(ofRequest).orderBy(events.seq);
  const found = ended.find(({ actorId }) => actorId === callerId);
  if (found === undefined) return undefined;
  const { seq, hash } = events;
  const [previous] = await database.orm
    .select({ hash })
    .from(events)
    .where(lt(seq, found.seq))
    .orderBy(desc(seq))
    .limit(1);
  return {
    request_id: requestId,
    seq: found.seq,
    previous_hash: previous?.hash.toString("hex") ?? FIRST_HASH,
    hash: found.hash.toString("hex"),
    event: JSON.parse(found.body.toString()),
    checkpoint: checkpoints.sign(found, now()),
  };
}
