import { and, eq, isNotNull, ne, notInArray, or } from "drizzle-orm";
import { FOUND_KINDS } from "#lib/domain/waiting.ts";
import { ORGANISATION } from "#lib/domain/webhooks.ts";
import { readLastSeq } from "#server/audit/log/read-events.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { pendingNotices, watchedEvents } from "#server/db/notify-schema.ts";
import type { Database } from "#server/db/open.ts";
import { findMovedBetween } from "./find-moved-forecasts.ts";
import { readSubscribers, scheduleNotices, updatePending } from "./update-pending.ts";

const KEPT = [...FOUND_KINDS, "audit.alarm"];

/** Finds what waits for each subscriber, such as what has become due or overdue, and queues the notices that are due. */
export async function checkWaiting(
  gateway: Pick<ConsoleContext, "config" | "database" | "now" | "jobs" | "mailer">,
): Promise<void> {
  const { database } = gateway;
  const { orm } = database;
  const everybody = await readSubscribers(gateway, orm);
  for (const one of everybody.subscribers) await updatePending(gateway, orm, one, everybody);
  if (everybody.subscribers.some(({ id }) => id === ORGANISATION)) await addMoved(database);
  const loud = everybody.subscribers.filter(({ schedule }) => schedule !== "off").map(({ id }) => id);
  const isTold = and(isNotNull(pendingNotices.toldAt), notInArray(pendingNotices.kind, KEPT));
  const isSilent = and(notInArray(pendingNotices.recipient, loud), ne(pendingNotices.kind, "audit.alarm"));
  await orm.delete(pendingNotices).where(or(isTold, isSilent));
  await scheduleNotices(gateway, orm, everybody);
}

/** Adds the forecasts that newer information has moved since the last call to the organisation's notices. */
async function addMoved(database: Database): Promise<void> {
  const name = "moved forecasts";
  const seq = await readLastSeq(database);
  await database.orm.insert(watchedEvents).values({ name, seq }).onConflictDoNothing();
  const [before] = await database.orm.select().from(watchedEvents).where(eq(watchedEvents.name, name));
  const from = before?.seq ?? seq;
  const moved = await findMovedBetween(database, from, seq);
  await inTransaction(database, async (transaction) => {
    // Another process may have added them.
    const isNext = and(eq(watchedEvents.name, name), eq(watchedEvents.seq, from));
    const updated = await transaction.update(watchedEvents).set({ seq }).where(isNext).returning();
    if (updated.length === 0 || moved.length === 0) return;
    const notice = { recipient: ORGANISATION, kind: "forecast.moved" };
    const rows = moved.map(({ requestId, at }) => ({ ...notice, subject: requestId, at: new Date(at) }));
    await transaction.insert(pendingNotices).values(rows).onConflictDoNothing();
  });
}
