import { and, desc, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { type Described, describeAlarm, describeWaiting, type WaitingGroup } from "#lib/console/describe-waiting.ts";
import { canonicalOptions } from "#lib/contract/canonical-options.ts";
import type { Task } from "#lib/contract/request.ts";
import type { EventKind } from "#lib/domain/audit-events.ts";
import { isPermitted, type Member } from "#lib/domain/members.ts";
import { type NOTICE_KINDS, OWN_FILE_NOTICES, SUBMISSION_NOTICES } from "#lib/domain/notices.ts";
import { optionLabels } from "#lib/domain/option-label.ts";
import { nameOutcome } from "#lib/domain/outcomes.ts";
import type { Alarm, FoundKind } from "#lib/domain/waiting.ts";
import { openEvent } from "#server/audit/log/contents.ts";
import type { Event } from "#server/audit/log/event.ts";
import { readNewest } from "#server/audit/log/read-newest.ts";
import { optionAt } from "#server/audit/log/recorded-answer.ts";
import { parseContent } from "#server/base/digest.ts";
import { hideVerdicts } from "#server/console/audit-log/readable-events.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { contentsOfEvent } from "#server/db/event-contents.ts";
import { eventMember } from "#server/db/event-member.ts";
import { noticesSeen } from "#server/db/member-schema.ts";
import { nameActors } from "#server/db/name-actors.ts";
import { pendingNotices } from "#server/db/notify-schema.ts";
import type { Database, Drizzle } from "#server/db/open.ts";
import { events, submissions, tasks } from "#server/db/schema.ts";
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

/** Returns the newest notices about audit events. `limit` applies to changes and to failed runs separately. */
async function readEventNotices(
  context: Pick<ConsoleContext, "config" | "database">,
  member: Member,
  limit: number,
): Promise<Notice[]> {
  const { database } = context;
  const isOwnFile = sql`${eventMember("evaluation_id")} in (select id::text from evaluations where uploaded_by = ${member.id})`;
  const isReadable = await hideVerdicts(context, member);
  const [changes, failures] = await Promise.all([
    readNotices(
      database.orm,
      and(
        ne(events.actorId, member.id),
        or(
          and(inArray(events.kind, SUBMISSION_NOTICES), concerns(database, member.id)),
          // Both conditions on the kind are needed: the first uses the index, and `case` parses only events of this kind.
          ofKind(["review.assigned"], sql`${eventMember("reviewer_id")} = ${member.id}`),
          ofKind(OWN_FILE_NOTICES, isOwnFile),
        ),
        isReadable,
      ),
      limit,
    ),
    readFailures(database, member.id, limit),
  ]);
  return [...changes, ...failures];
}

async function readFailures(database: Database, memberId: string, limit: number): Promise<Notice[]> {
  const source = { kinds: ["prediction.failed"], columns: { actorId: [memberId] } } as const;
  const { rows } = await readNewest(database, [source], undefined, { limit });
  const seqs = rows.map(({ seq }) => seq);
  return readNotices(database.orm, inArray(events.seq, seqs), limit);
}

function ofKind(kinds: readonly EventKind[], condition: SQL): SQL | undefined {
  const isIt = inArray(events.kind, [...kinds]);
  return and(isIt, sql`case when ${isIt} then ${condition} end`);
}

/** Returns an SQL condition: the member submitted the event's task and, if the event has an input, that input. */
function concerns({ orm }: Database, memberId: string): SQL {
  const own = orm
    .select({ id: submissions.id })
    .from(submissions)
    .where(
      and(
        eq(submissions.authorId, memberId),
        eq(submissions.taskId, events.taskId),
        or(isNull(events.inputId), eq(submissions.inputId, events.inputId)),
      ),
    );
  return sql`exists ${own}`;
}

async function readNotices(orm: Drizzle, where: SQL | undefined, limit: number): Promise<Notice[]> {
  const rows = await orm
    .select({
      ...{ seq: events.seq, body: events.body, contents: contentsOfEvent },
      ...{ question: tasks.question, canonical: tasks.canonical },
    })
    .from(events)
    .leftJoin(tasks, eq(tasks.taskId, events.taskId))
    .where(where)
    .orderBy(desc(events.seq))
    .limit(limit);
  const read = rows.map(({ body, contents, ...row }) => ({ ...row, event: openEvent(body, contents) as NoticeEvent }));
  const names = await nameActors(
    { orm },
    read.map(({ event }) => event.actor.id),
  );
  return read.map(({ seq, event, question, canonical }) => {
    const by = names.get(event.actor.id) ?? event.actor.id;
    return { id: `event ${seq}`, at: event.at, event, by, question, outcome: nameRecorded(event, canonical) };
  });
}

function nameRecorded(event: NoticeEvent, canonical: Buffer | null): string {
  if (event.kind !== "outcome.recorded" || canonical === null) return "";
  const task: Task = parseContent(event.task_id, canonical);
  const option = event.option === null ? null : optionAt(canonicalOptions(task), event.option);
  return nameOutcome(option, optionLabels(task.criteria));
}
