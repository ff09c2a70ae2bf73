import { and, asc, eq, gt, inArray, notInArray, sql } from "drizzle-orm";
import { FORECASTING } from "#lib/domain/audit-events.ts";
import { MAILED_KINDS } from "#lib/domain/notices.ts";
import { openEvent } from "#server/audit/log/contents.ts";
import type { Event } from "#server/audit/log/event.ts";
import { readLastSeq } from "#server/audit/log/read-head.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { addDeliveries } from "#server/console/webhooks/add-deliveries.ts";
import { contentsOfEvent } from "#server/db/event-contents.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { members } from "#server/db/member-schema.ts";
import { mailsWaiting, watchedEvents } from "#server/db/notify-schema.ts";
import type { Database, Drizzle } from "#server/db/open.ts";
import { events, submissions } from "#server/db/schema.ts";

const NAME = "notifications";
const AT_ONCE = 500;
/** Delay before a mail is sent. Events within this time share one mail. */
const DIGEST_SECONDS = 120;

/** Starts watching at the newest event, so earlier events notify nobody. Does nothing if watching has already begun. */
export async function beginWatching(database: Database): Promise<void> {
  const seq = await readLastSeq(database);
  await database.orm.insert(watchedEvents).values({ name: NAME, seq }).onConflictDoNothing();
}

/**
 * Queues mails and webhook deliveries for new audit events. Each event is processed once across all processes. Runs
 * after the commit of an event, so notifications can neither delay nor fail the change. Events commit in sequence
 * order, so no event is skipped.
 */
export async function watchEvents(
  gateway: Pick<ConsoleContext, "database" | "now" | "jobs" | "mailer">,
): Promise<void> {
  const { database, mailer, jobs } = gateway;
  if (!(await hasNews(database))) return;
  const { mails, deliveries } = await inTransaction(database, async (transaction) => {
    const named = eq(watchedEvents.name, NAME);
    const [locked] = await transaction.select().from(watchedEvents).where(named).for("update");
    const news = locked === undefined ? [] : await readNews(transaction, locked.seq);
    const last = news.at(-1);
    if (last === undefined) return { mails: [], deliveries: [] };
    await transaction.update(watchedEvents).set({ seq: last.seq }).where(named);
    const added: string[] = [];
    for (const { event } of news) added.push(...(await addDeliveries(transaction, event, gateway.now())));
    return { mails: mailer === undefined ? [] : await addMails(transaction, news), deliveries: added };
  });
  for (const id of deliveries) await jobs.send("webhook", id);
  for (const memberId of mails) await jobs.send("mail", memberId, DIGEST_SECONDS);
}

interface News {
  readonly seq: number;
  readonly event: Event;
}

/** The second condition is redundant: it lets PostgreSQL use the partial index that excludes forecasting events. */
const isTold = and(inArray(events.kind, MAILED_KINDS), notInArray(events.kind, [...FORECASTING]));

/** The query has no `limit`: with a limit, PostgreSQL would scan the whole log instead of using the index. */
async function hasNews({ orm }: Database): Promise<boolean> {
  const found = await orm
    .select({ seq: events.seq })
    .from(watchedEvents)
    .innerJoin(events, and(gt(events.seq, watchedEvents.seq), isTold))
    .where(eq(watchedEvents.name, NAME));
  return found.length > 0;
}

async function readNews(orm: Drizzle, after: number): Promise<News[]> {
  const rows = await orm
    .select({ seq: events.seq, body: events.body, contents: contentsOfEvent })
    .from(events)
    .where(and(gt(events.seq, after), isTold))
    .orderBy(asc(events.seq))
    .limit(AT_ONCE);
  return rows.map(({ seq, body, contents }) => ({ seq, event: openEvent(body, contents) }));
}

/** Stores the pending mails. Returns the ids of the members who will receive a mail. */
async function addMails(transaction: Drizzle, news: readonly News[]): Promise<string[]> {
  const waiting = new Map<string, { memberId: string; seq: number }>();
  for (const { seq, event } of news) {
    for (const memberId of await recipientsOf(transaction, seq, event)) {
      if (memberId !== event.actor.id) waiting.set(`${seq} ${memberId}`, { memberId, seq });
    }
  }
  if (waiting.size === 0) return [];
  const values = [...waiting.values()];
  await transaction.insert(mailsWaiting).values(values).onConflictDoNothing();
  return [...new Set(values.map(({ memberId }) => memberId))];
}

/** Returns the reviewer of an assignment, otherwise the authors of the submissions that the event concerns. */
async function recipientsOf(transaction: Drizzle, seq: number, event: Event): Promise<string[]> {
  if (event.kind === "review.assigned") return event.reviewer_id === null ? [] : [event.reviewer_id];
  // The submission needs further verdicts. Do not announce this one yet, because reviewers judge independently.
  if (event.kind === "review.decided" && event.decision?.status === "submitted") return [];
  const authors = await transaction
    .selectDistinct({ id: members.id })
    .from(events)
    .innerJoin(
      submissions,
      and(
        eq(submissions.taskId, events.taskId),
        sql`(${events.inputId} is null or ${events.inputId} = ${submissions.inputId})`,
      ),
    )
    .innerJoin(members, eq(members.id, submissions.authorId))
    .where(eq(events.seq, seq));
  return authors.map(({ id }) => id);
}
