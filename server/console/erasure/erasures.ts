import { and, count, desc, eq, isNull, lte, ne, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { RETENTION } from "#lib/domain/erasures.ts";
import type { SignedIn } from "#lib/domain/members.ts";
import { BACKGROUND_JOBS, memberActor } from "#server/audit/log/event.ts";
import { describeError } from "#server/base/describe-error.ts";
import { GatewayError } from "#server/base/errors.ts";
import { isoDates } from "#server/base/iso-dates.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { erasures } from "#server/db/erasure-schema.ts";
import { HELD_CONTENT } from "#server/db/held-content.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { takeLock } from "#server/db/locks.ts";
import { members } from "#server/db/member-schema.ts";
import { nameActors } from "#server/db/name-actors.ts";
import type { Database, Drizzle } from "#server/db/open.ts";
import { carryOut, isKept } from "./carry-out.ts";
import { cutObservation } from "./read-texts.ts";

type Erasing = Pick<ConsoleContext, "database" | "events" | "now">;

const MAX_LISTED = 200;
const LONE_ADMIN_DELAY_MS = 86_400_000;

/** Returns the newest erasures first. */
export async function listErasures({ orm }: Pick<Database, "orm">) {
  const isAsked = ne(erasures.rule, RETENTION);
  const rows = await orm.select().from(erasures).where(isAsked).orderBy(desc(erasures.id)).limit(MAX_LISTED);
  const names = await nameActors(
    { orm },
    rows.map(({ requestedBy }) => requestedBy),
  );
  return rows.map((row) => ({ ...isoDates(row), requester: names.get(row.requestedBy) ?? row.requestedBy }));
}

/**
 * Requests an erasure. With a second administrator, one of them must confirm it; otherwise it is carried out after a
 * delay. Returns the other submissions that keep the same task or input.
 */
export function requestErasure(
  { database, events, now }: Erasing,
  member: SignedIn,
  request: Pick<typeof erasures.$inferSelect, "thing" | "subjectId" | "rule">,
) {
  const { thing, subjectId, rule } = request;
  return inTransaction(database, async (transaction) => {
    await takeLock(transaction, "members");
    const isAdmin = and(eq(members.role, "admin"), isNull(members.disabledAt));
    const [admins] = await transaction.select({ count: count() }).from(members).where(isAdmin);
    const dueAt = admins?.count === 1 ? new Date(now().getTime() + LONE_ADMIN_DELAY_MS) : null;
    if (thing === "observation") await cutObservation(transaction, subjectId, "");
    const id = uuid();
    const row = { id, ...request, requestedBy: member.id, requestedAt: now(), dueAt, status: "requested" } as const;
    await transaction.insert(erasures).values(row);
    const event = { kind: "erasure.requested", erasure_id: id, thing, subject_id: subjectId, rule } as const;
    await events.appendIn(transaction, memberActor(member), event);
    const { rows: others } = await transaction.execute<{ id: string; title: string }>(sql`
      select s.id, s.title from submissions s join submissions erased on s.id <> erased.id
        and (s.task_id = erased.task_id or s.input_id = erased.input_id)
      where ${thing} = 'submission' and erased.id::text = ${subjectId} and ${isKept} order by s.id limit ${MAX_LISTED}`);
    return { erasureId: id, dueAt: dueAt?.toISOString() ?? null, others };
  });
}

/** Carries out an erasure that another administrator requested. Throws FORBIDDEN for the same administrator. */
export async function confirmErasure(gateway: Erasing, member: SignedIn, erasureId: string): Promise<void> {
  await inTransaction(gateway.database, async (transaction) => {
    await takeLock(transaction, "members");
    const erasure = await requireWaiting(transaction, erasureId);
    if (erasure.requestedBy === member.id)
      throw new GatewayError("FORBIDDEN", { message: "Another administrator must confirm your request." });
    await carryOut(gateway, transaction, memberActor(member), erasure);
  });
}

export async function withdrawErasure({ database, events, now }: Erasing, member: SignedIn, erasureId: string) {
  await inTransaction(database, async (transaction) => {
    const { id } = await requireWaiting(transaction, erasureId);
    await transaction.update(erasures).set({ status: "withdrawn", endedAt: now() }).where(eq(erasures.id, id));
    await events.appendIn(transaction, memberActor(member), { kind: "erasure.withdrawn", erasure_id: id });
  });
}

/** Carries out the erasures whose delay has passed. One that is refused stays and is tried again. */
export async function carryOutDue(gateway: Erasing & Pick<ConsoleContext, "log">): Promise<void> {
  const isDue = and(eq(erasures.status, "requested"), lte(erasures.dueAt, gateway.now()));
  for (const { id } of await gateway.database.orm.select({ id: erasures.id }).from(erasures).where(isDue)) {
    await inTransaction(gateway.database, async (transaction) => {
      await takeLock(transaction, "members");
      await carryOut(gateway, transaction, BACKGROUND_JOBS, await requireWaiting(transaction, id));
    }).catch((error) => gateway.log.warn({ erasure: id, detail: describeError(error) }, "an erasure was refused"));
  }
}

/** Overwrites the erased rows of the embedded database, which an erasure only marks as free. Locks the tables. */
export async function overwriteErased({ database, now }: Pick<ConsoleContext, "database" | "now">): Promise<void> {
  const isNew = and(eq(erasures.status, "carried_out"), isNull(erasures.vacuumedAt));
  if (database.kind !== "embedded" || (await database.orm.select().from(erasures).where(isNew)).length === 0) return;
  // Samples of columns. The next refreshStatistics() collects new ones.
  await database.pool.query("delete from pg_statistic");
  for (const table of [...Object.keys(HELD_CONTENT), "pg_statistic"]) await database.pool.query(`vacuum full ${table}`);
  await database.pool.query("checkpoint");
  await database.orm.update(erasures).set({ vacuumedAt: now() }).where(isNew);
}

async function requireWaiting(transaction: Drizzle, id: string) {
  const isIt = and(eq(erasures.id, id), eq(erasures.status, "requested"));
  const [found] = await transaction.select().from(erasures).where(isIt).for("update");
  if (found === undefined) throw new GatewayError("NOT_FOUND", { message: "No erasure with this id waits." });
  return found;
}
