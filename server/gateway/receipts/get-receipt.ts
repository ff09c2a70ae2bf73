import { and, eq, inArray } from "drizzle-orm";
import { validate } from "uuid";
import { OUTCOMES } from "#lib/domain/audit-events.ts";
import { chainStart, readArchived } from "#server/audit/log/archived.ts";
import type { Event } from "#server/audit/log/event.ts";
import type { EventSignature } from "#server/audit/log/event-signer.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { Database } from "#server/db/open.ts";
import { events } from "#server/db/schema.ts";
import type { GatewayContext } from "#server/gateway/context.ts";

/**
 * Proves to third parties that an event was in the audit log: `hash` is the hash of `previous_hash` and the event, and
 * the checkpoint is the gateway's signature that the log had this hash at this position.
 */
export interface Receipt {
  readonly request_id: string;
  readonly seq: number;
  /** Hexadecimal, like `hash`. */
  readonly previous_hash: string;
  readonly hash: string;
  readonly event: Event;
  readonly checkpoint: EventSignature;
}

/**
 * Returns the receipt for the outcome of a caller's own request. Throws NOT_FOUND if the caller has no such request, or
 * if the hash of the preceding event was archived: without it, the event would look forged.
 */
export async function getReceipt(
  { database, signer, now }: Pick<GatewayContext, "database" | "signer" | "now">,
  callerId: string,
  requestId: string,
): Promise<Receipt> {
  const found = await findOutcome(database, callerId, requestId);
  const before = found.seq - 1;
  const { seq, hash } = events;
  const [stored] = await database.orm.select({ seq, hash }).from(events).where(eq(seq, before));
  const previous = stored ?? chainStart(await readArchived(database));
  if (previous.seq !== before) throw missing();
  return {
    request_id: requestId,
    seq: found.seq,
    previous_hash: previous.hash.toString("hex"),
    hash: found.hash.toString("hex"),
    event: JSON.parse(found.body.toString()),
    checkpoint: await signer.sign(found, now()),
  };
}

/** Returns the proof of the same event, in the format of c2sp.org/tlog-proof@v1. Throws the same NOT_FOUND. */
export async function getProof(
  { database, tree }: Pick<GatewayContext, "database" | "tree">,
  callerId: string,
  requestId: string,
): Promise<string> {
  return tree.prove(await findOutcome(database, callerId, requestId));
}

async function findOutcome({ orm }: Pick<Database, "orm">, callerId: string, requestId: string) {
  if (!validate(requestId)) throw missing();
  const ofRequest = and(eq(events.requestId, requestId), inArray(events.kind, [...OUTCOMES]));
  const ended = await orm.select().from(events).where(ofRequest).orderBy(events.seq);
  const found = ended.find(({ actorId }) => actorId === callerId);
  if (found === undefined) throw missing();
  return found;
}

function missing(): GatewayError {
  return new GatewayError("NOT_FOUND", { message: "This API key has no recorded request with this id." });
}
