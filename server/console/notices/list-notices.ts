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
import { byIndex } from "#server/db/by-index.ts";
import { noticesSeen } from "#server/db/member-schema.ts";
import type { Database, Drizzle } from "#server/db/open.ts";
import { events, submissions, tasks } from "#server/db/schema.ts";

const MOST = 20;

export interface Notice {
  /** Of its audit event. */
  readonly seq: number;
  readonly event: Extract<Event, { kind: (typeof NOTICE_KINDS)[number] }>;
  /** The question that it is about. */
  readonly question: string | null;
  /** What was recorded to have happened, as the question calls it; empty where the event records no outcome. */
  readonly outcome: string;
}

export interface Notices {
  /** The newest first. */
  readonly notices: readonly Notice[];
  /** How many of them came after the member last looked. */
  readonly unseen: number;
}

/**
 * What others did to the submissions and questions of this member, what they assigned to them, and which of their own runs failed. `mayRead` leaves
 * out what the member may not see.
 */
export async function listNotices(database: Database, member: Member, mayRead?: SQL): Promise<Notices> {
  const { orm } = database;
  const newest = await readLastSeq(database);
  const [changes, failures, [seen]] = await Promise.all([
    readNotices(
      orm,
      and(
        ne(events.actorId, member.id),
        or(
          and(inArray(events.kind, changesAmong(NOTICE_KINDS)), concerns(database, member.id)),
          and(eq(events.kind, "review.assigned"), assignedTo(member.id)),
        ),
        mayRead,
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
  const notices = [...changes, ...failures].sort((a, b) => b.seq - a.seq).slice(0, MOST);
  return { notices, unseen: notices.filter(({ seq }) => seq > (seen?.seq ?? 0)).length };
}

/** Remembers that the member has looked at everything up to this event. */
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

/** As canonical JSON writes it: text that quotes this has its quotes escaped. */
function assignedTo(memberId: string): SQL {
  const written = Buffer.from(`"reviewer_id":${JSON.stringify(memberId)}`);
  return sql`position(${written}::bytea in ${events.body}) > 0`;
}

/** The event is about a question of the member's; where it is about an input, about one that they submitted. */
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
    .limit(MOST);
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
