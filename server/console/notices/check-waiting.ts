import { and, isNotNull, ne, notInArray, or } from "drizzle-orm";
import { FOUND_KINDS } from "#lib/domain/waiting.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { pendingNotices } from "#server/db/notify-schema.ts";
import { readSubscribers, scheduleNotices, updatePending } from "./update-pending.ts";

const KEPT = [...FOUND_KINDS, "audit.alarm"];

/** Finds what waits for each subscriber, such as what has become due or overdue, and queues the notices that are due. */
export async function checkWaiting(
  gateway: Pick<ConsoleContext, "config" | "database" | "now" | "jobs" | "mailer">,
): Promise<void> {
  const { orm } = gateway.database;
  const everybody = await readSubscribers(gateway, orm);
  for (const one of everybody.subscribers) await updatePending(gateway, orm, one, everybody);
  const loud = everybody.subscribers.filter(({ schedule }) => schedule !== "off").map(({ id }) => id);
  const isTold = and(isNotNull(pendingNotices.toldAt), notInArray(pendingNotices.kind, KEPT));
  const isSilent = and(notInArray(pendingNotices.recipient, loud), ne(pendingNotices.kind, "audit.alarm"));
  await orm.delete(pendingNotices).where(or(isTold, isSilent));
  await scheduleNotices(gateway, orm, everybody);
}
