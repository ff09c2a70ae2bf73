import { and, desc, eq, gt, inArray, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Task } from "#lib/contract/request.ts";
import type { EventKind } from "#lib/domain/audit-events.ts";
import type { Member } from "#lib/domain/members.ts";
import { NOTICE_KINDS } from "#lib/domain/notices.ts";
import { optionLabels } from "#lib/domain/option-label.ts";
import { nameOutcome } from "#lib/domain/outcomes.ts";
import type { Event } from "#server/audit/log/event.ts";
import { readLastSeq, SCAN_WINDOW } from "#server/audit/log/scan-window.ts";
import { parseContent } from "#server/base/digest.ts";
import { hideVerdicts } from "#server/console/audit-log/hide-verdicts.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { byIndex } from "#server/db/by-index.ts";
import { eventMember } from "#server/db/event-member.ts";
import { noticesSeen } from "#server/db/member-schema.ts";
import type { Database, Drizzle } from "#server/db/open.ts";
import { events, submissions, tasks } from "#server/db/schema.ts";

const MAX_LISTED = 20;

export interface Notice {
  readonly seq: number;
  readonly event: Extract<Event, { kind: (typeof NOTICE_KINDS)[number] }>;
  /** Text of the question; null if the event concerns no question. */
  readonly question: string | null;
  /** Label of the outcome; empty unless the event records an outcome. */
  readonly outcome: string;
}

export interface Notices {
  /** Newest first, at most 20. */
  readonly notices: readonly Notice[];
  /** Number of listed notices that the member has not marked as seen. */
  readonly unseen: number;
}

/**
 * Returns the newest events that concern a member: changes that others made to the member's submissions and questions,
 * reviews assigned to the member, and the member's own recent failed runs. Omits verdicts that the member may not read
 * yet.
 */
export async function listNotices(
  context: Pick<ConsoleContext, "database" | "config">,
  member: Member,
): Promise<Notices> {
  const { database } = context;
  const { orm } = database;
  const isReadable = await hideVerdicts(context, member);
  const newest = await readLastSeq(database);
  const [changes, failures, [seen]] = await Promise.all([
    readNotices(
      orm,
      and(
        ne(events.actorId, member.id),
        or(
          and(inArray(events.kind, changesAmong(NOTICE_KINDS)), concerns(database, member.id)),
          // Both conditions on the kind are needed: the first uses the index, and `case` parses only events of this kind.
          and(
            eq(events.kind, "review.assigned"),
            sql`case when ${eq(events.kind, "review.assigned")} then ${eq(eventMember("reviewer_id"), member.id)} end`,
          ),
        ),
        isReadable,
      ),
    ),
    byIndex(database, (connection) =>
      readNotices(
        connection,
        and(
          eq(events.kind, "prediction.failed"),
          isNotNull(events.code),
          eq(events.actorId, member.id),
          gt(events.seq, newest - SCAN_WINDOW),
        ),
      ),
    ),
    orm.select({ seq: noticesSeen.seq }).from(noticesSeen).where(eq(noticesSeen.memberId, member.id)),
  ]);
  const notices = [...changes, ...failures].sort((a, b) => b.seq - a.seq).slice(0, MAX_LISTED);
  return { notices, unseen: notices.filter(({ seq }) => seq > (seen?.seq ?? 0)).length };
}

/** Records that the member has seen all notices up to this event. Ignores an event older than the recorded one. */
export async function markNoticesSeen({ orm }: Database, member: Member, seq: number): Promise<void> {
  await orm
    .insert(noticesSeen)
    .values({ memberId: member.id, seq })
    .onConflictDoUpdate({
      target: noticesSeen.memberId,
      set: { seq: sql`greatest(${noticesSeen.seq}, excluded.seq)` },
    });
}

function changesAmong(kinds: readonly EventKind[]): EventKind[] {
  return kinds.filter((kind) => kind !== "prediction.failed" && kind !== "review.assigned");
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

async function readNotices(orm: Drizzle, where: SQL | undefined): Promise<Notice[]> {
  const rows = await orm
    .select({ seq: events.seq, body: events.body, question: tasks.question, canonical: tasks.canonical })
    .from(events)
    .leftJoin(tasks, eq(tasks.taskId, events.taskId))
    .where(where)
    .orderBy(desc(events.seq))
    .limit(MAX_LISTED);
  return rows.map(({ seq, body, question, canonical }) => {
    const event: Notice["event"] = JSON.parse(body.toString());
    return { seq, event, question, outcome: nameRecorded(event, canonical) };
  });
}

function nameRecorded(event: Notice["event"], canonical: Buffer | null): string {
  if (event.kind !== "outcome.recorded" || canonical === null) return "";
  const task: Task = parseContent(event.task_id, canonical);
  return nameOutcome(event.option, optionLabels(task.criteria));
}
