import { and, eq, lte } from "drizzle-orm";
import type { Alarm } from "#lib/domain/waiting.ts";
import { readHead } from "#server/audit/log/read-events.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { pendingNotices } from "#server/db/notify-schema.ts";
import { mayDo } from "./select-waiting.ts";
import { readSubscribers, scheduleNotices } from "./update-pending.ts";

const LATE_MS = 15 * 60_000;
/** An alarm that lasts is repeated after this time. */
const REPEAT_MS = 24 * 3_600_000;

/**
 * Returns a function that adds a notice to the administrators and the organisation if recording or signing has stopped,
 * or if the events are not covered by a checkpoint or a cosignature in time.
 */
export function createAlarmWatch(
  gateway: Pick<ConsoleContext, "config" | "database" | "jobs" | "mailer" | "now" | "tree">,
): () => Promise<void> {
  const { config, database, now, tree } = gateway;
  const { orm } = database;
  /** The number of events that must be covered, and since when. */
  const expected = new Map<Alarm, { readonly size: number; readonly since: number }>();

  function isLate(alarm: Alarm, size: number, head: number): boolean {
    const awaited = expected.get(alarm);
    if (awaited !== undefined && size < awaited.size) return now().getTime() - awaited.since > LATE_MS;
    expected.set(alarm, { size: head, since: now().getTime() });
    return false;
  }

  async function findAlarms(): Promise<Alarm[]> {
    if (tree.isHistoryLost()) return ["history_lost"];
    if (tree.isSigningStopped()) return ["signing_stopped"];
    const head = (await readHead(database))?.seq ?? 0;
    const sizes: readonly (readonly [Alarm, number | undefined])[] = [
      ["checkpoint_late", (await tree.readLast())?.size ?? 0],
      ["cosignature_late", config.witnesses.length === 0 ? undefined : tree.lastCosigned()],
    ];
    return sizes.flatMap(([alarm, size]) => (size !== undefined && isLate(alarm, size, head) ? [alarm] : []));
  }

  return async function watchAlarms() {
    const alarms = await findAlarms();
    if (alarms.length === 0) return;
    const everybody = await readSubscribers(gateway, orm);
    const recipients = everybody.subscribers.filter(
      ({ role }) => role === "organisation" || mayDo({ role }, "administer"),
    );
    const at = now();
    const isOver = lte(pendingNotices.at, new Date(at.getTime() - REPEAT_MS));
    await orm.delete(pendingNotices).where(and(eq(pendingNotices.kind, "audit.alarm"), isOver));
    const rows = recipients.flatMap(({ id: recipient }) =>
      alarms.map((subject) => ({ recipient, kind: "audit.alarm", subject, at })),
    );
    if (rows.length > 0) await orm.insert(pendingNotices).values(rows).onConflictDoNothing();
    await scheduleNotices(gateway, orm, everybody);
  };
}
