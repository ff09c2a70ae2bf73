import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { SignedIn } from "#lib/domain/members.ts";
import { memberActor } from "#server/audit/log/event.ts";
import { GatewayError } from "#server/base/errors.ts";
import { isoDates } from "#server/base/iso-dates.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { holds } from "#server/db/erasure-schema.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { takeLock } from "#server/db/locks.ts";
import type { Database, Drizzle } from "#server/db/open.ts";

type Hold = typeof holds.$inferSelect;
type Holding = Pick<ConsoleContext, "database" | "events" | "now">;

const isActive = isNull(holds.liftedAt);

/** Returns the legal holds that are not lifted, newest first. */
export async function listHolds({ orm }: Database) {
  return (await orm.select().from(holds).where(isActive).orderBy(desc(holds.id))).map(isoDates);
}

/** Suspends erasing and retention of a question, or of what came with an API key. Throws NOT_FOUND for an unknown id. */
export function setHold(gateway: Holding, member: SignedIn, hold: Pick<Hold, "thing" | "subjectId" | "note">) {
  const { thing, subjectId, note } = hold;
  return inTransaction(gateway.database, async (transaction) => {
    // An erasure that is being carried out ends first.
    await takeLock(transaction, "members");
    const { rowCount } = await transaction.execute(sql`select where can_be_held(${thing}, ${subjectId})`);
    if (rowCount === 0) throw new GatewayError("NOT_FOUND", { message: `No ${thing} has this id.` });
    const id = uuid();
    await transaction.insert(holds).values({ id, ...hold, setBy: member.id, setAt: gateway.now() });
    const event = { kind: "hold.set", hold_id: id, thing, subject_id: subjectId, note } as const;
    await gateway.events.appendIn(transaction, memberActor(member), event);
    return { holdId: id };
  });
}

export async function liftHold(gateway: Holding, member: SignedIn, lifted: { holdId: string; note: string }) {
  const { holdId, note } = lifted;
  await inTransaction(gateway.database, async (transaction) => {
    const isIt = and(eq(holds.id, holdId), isActive);
    const { rowCount } = await transaction.update(holds).set({ liftedAt: gateway.now() }).where(isIt);
    if (rowCount === 0) throw new GatewayError("NOT_FOUND", { message: "No active hold has this id." });
    await gateway.events.appendIn(transaction, memberActor(member), { kind: "hold.lifted", hold_id: holdId, note });
  });
}

/** Throws CONFLICT if a legal hold extends to what an erasure would remove: the thing with one of the ids, or the inputs. */
export async function requireNoHold(orm: Drizzle, thing: string, ids: readonly string[], inputIds: readonly string[]) {
  const { rows } = await orm.execute<{ words: string }>(sql`
    select concat('The legal hold ', id, ' on the ', thing, ' ', subject_id, ' covers this. Lift the hold first.') as words
    from find_hold(${thing}, ${sql.param(ids)}, ${sql.param(inputIds)})`);
  if (rows[0] !== undefined) throw new GatewayError("CONFLICT", { message: rows[0].words });
}
