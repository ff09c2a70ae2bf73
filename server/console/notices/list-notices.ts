import { and, eq, sql } from "drizzle-orm";
import { type Described, describeAlarm, describeWaiting, type WaitingGroup } from "#lib/console/describe-waiting.ts";
import { isPermitted, type Member } from "#lib/domain/members.ts";
import type { NOTICE_KINDS } from "#lib/domain/notices.ts";
import type { Alarm, FoundKind } from "#lib/domain/waiting.ts";
import type { Event } from "#server/audit/log/event.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { noticesSeen } from "#server/db/member-schema.ts";
import { pendingNotices } from "#server/db/notify-schema.ts";
import type { Database } from "#server/db/open.ts";
import { readEventNotices } from "./read-event-notices.ts";
import { readSubscribers, unionWaiting } from "./update-pending.ts";

const MAX_LISTED = 20;
const NEVER = new Date(0);

export type NoticeEvent = Extract<Event, { kind: (typeof NOTICE_KINDS)[number] }>;

export interface Notice {
  /** Unique among all notices. */
  readonly id: string;
  readonly at: string;
  readonly event: NoticeEvent | (WaitingGroup & Described) | ({ readonly kind: "audit.alarm" } & Described);
  /** Name of the actor of the event; empty for a notice without an event. */
  readonly by: string;
  /** Text of the question, or the title of the one thing that waits; null if the notice is about neither. */
  readonly question: string | null;
  /** Label of the outcome; empty unless the event records an outcome. */
  readonly outcome: string;
}

/**
 * Returns the newest notices of a member: what waits for the member, one notice for each kind; changes that others made
 * to the member's submissions and questions, reviews assigned to the member, decisions on and the end of the member's
 * evaluations, and the member's own recent failed runs; for administrators,
 * also alarms. Omits verdicts that the member may not read yet.
 */
export async function listNotices(
  context: Pick<ConsoleContext, "config" | "database" | "now" | "mailer">,
  member: Member,
) {
  const { database } = context;
  const [events, waiting, alarms, [seen]] = await Promise.all([
    readEventNotices(context, member, MAX_LISTED),
    countWaiting(context, member),
    isPermitted(member, "administer") ? readAlarms(database, member) : [],
    database.orm.select({ at: noticesSeen.at }).from(noticesSeen).where(eq(noticesSeen.memberId, member.id)),
  ]);
  const notices = [...events, ...waiting, ...alarms]
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
    .slice(0, MAX_LISTED);
  const since = seen?.at ?? NEVER;
  return {
    notices,
    /** Number of listed notices that the member has not marked as seen. */
    unseen: notices.filter(({ at }) => new Date(at) > since).length,
  };
}

/** Records that the member has seen all notices up to this time. Ignores a time before the recorded one. */
export async function markNoticesSeen({ orm }: Database, member: Member, at: Date): Promise<void> {
  await orm
    .insert(noticesSeen)
    .values({ memberId: member.id, at })
    .onConflictDoUpdate({ target: noticesSeen.memberId, set: { at: sql`greatest(${noticesSeen.at}, excluded.at)` } });
}

/** Returns one notice for each kind of what waits for the member. Its time is that of the newest. */
async function countWaiting(
  context: Pick<ConsoleContext, "config" | "database" | "now" | "mailer">,
  { id, role }: Member,
): Promise<Notice[]> {
  const { orm } = context.database;
  const { subscribers, onDuty } = await readSubscribers(context, orm);
  const isAway = subscribers.some((one) => one.id === id && one.isAway);
  const { rows } = await orm.execute<{
    kind: FoundKind;
    count: number;
    from_keys: number;
    at: string;
    subject: string;
    title: string;
  }>(sql`
    select kind, count(*)::int as count, (count(*) filter (where from_key))::int as from_keys, max(at) as at,
      min(subject) as subject, min(title) as title
    from (${unionWaiting(context, { id, role, isAway }, onDuty)}) as w where not held group by kind`);
  return rows.map(({ kind, count, from_keys: fromKeys, at, subject, title }) => {
    const isStuck = isPermitted({ role }, "administer");
    const question = count === 1 ? title : null;
    const group = { kind, count, fromKeys, subject, isStuck };
    const event = { ...group, ...describeWaiting(group) };
    return { id: `waiting ${kind}`, at: new Date(at).toISOString(), event, by: "", question, outcome: "" };
  });
}

async function readAlarms({ orm }: Database, { id }: Member): Promise<Notice[]> {
  const isAlarm = and(eq(pendingNotices.recipient, id), eq(pendingNotices.kind, "audit.alarm"));
  const rows = await orm.select().from(pendingNotices).where(isAlarm);
  return rows.map(({ subject, at }) => {
    const event = { kind: "audit.alarm", ...describeAlarm(subject as Alarm) } as const;
    return { id: `alarm ${subject}`, at: at.toISOString(), event, by: "", question: null, outcome: "" };
  });
}
