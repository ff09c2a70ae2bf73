import { and, desc, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { canonicalOptions } from "#lib/contract/canonical-options.ts";
import type { Task } from "#lib/contract/request.ts";
import type { EventKind } from "#lib/domain/audit-events.ts";
import type { Member } from "#lib/domain/members.ts";
import { OWN_FILE_NOTICES, SUBMISSION_NOTICES } from "#lib/domain/notices.ts";
import { optionLabels } from "#lib/domain/option-label.ts";
import { nameOutcome } from "#lib/domain/outcomes.ts";
import { openEvent } from "#server/audit/log/contents.ts";
import { readNewest } from "#server/audit/log/read-newest.ts";
import { optionAt } from "#server/audit/log/recorded-answer.ts";
import { parseContent } from "#server/base/digest.ts";
import { hideVerdicts } from "#server/console/audit-log/readable-events.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { contentsOfEvent } from "#server/db/event-contents.ts";
import { eventMember } from "#server/db/event-member.ts";
import { nameActors } from "#server/db/name-actors.ts";
import type { Database, Drizzle } from "#server/db/open.ts";
import { events, submissions, tasks } from "#server/db/schema.ts";
import type { Notice, NoticeEvent } from "./list-notices.ts";

/** Returns the newest notices about audit events. `limit` applies to changes and to failed runs separately. */
export async function readEventNotices(
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
