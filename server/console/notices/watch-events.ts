import { and, asc, eq, gt, inArray, notInArray, sql } from "drizzle-orm";
import { type EventKind, FORECASTING } from "#lib/domain/audit-events.ts";
import { BEGINS, MAILED_KINDS } from "#lib/domain/notices.ts";
import { openEvent } from "#server/audit/log/contents.ts";
import type { Event } from "#server/audit/log/event.ts";
import { readLastSeq } from "#server/audit/log/read-events.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { addDeliveries } from "#server/console/webhooks/add-deliveries.ts";
import { evaluations } from "#server/db/evaluation-schema.ts";
import { contentsOfEvent } from "#server/db/event-contents.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { members } from "#server/db/member-schema.ts";
import { pendingNotices, watchedEvents } from "#server/db/notify-schema.ts";
import type { Database, Drizzle } from "#server/db/open.ts";
import { events, submissions } from "#server/db/schema.ts";
import { readSubscribers, type Subscribers, scheduleNotices, updatePending } from "./update-pending.ts";

const NAME = "notifications";
const AT_ONCE = 500;

const WATCHED: readonly EventKind[] = [...MAILED_KINDS, ...(Object.keys(BEGINS) as EventKind[])];

/** Starts watching at the newest event, so earlier events notify nobody. Does nothing if watching has already begun. */
export async function beginWatching(database: Database): Promise<void> {
  const seq = await readLastSeq(database);
  await database.orm.insert(watchedEvents).values({ name: NAME, seq }).onConflictDoNothing();
}

/**
 * Queues notices and webhook deliveries for new audit events. Each event is processed once across all processes. Runs
 * after the commit of an event, so notifications can neither delay nor fail the change. Events commit in sequence
 * order, so no event is skipped.
 */
export async function watchEvents(
  gateway: Pick<ConsoleContext, "config" | "database" | "now" | "jobs" | "mailer">,
): Promise<void> {
  const { database, jobs } = gateway;
  if (!(await hasNews(database))) return;
  const { deliveries, everybody } = await inTransaction(database, async (transaction) => {
    const named = eq(watchedEvents.name, NAME);
    const [locked] = await transaction.select().from(watchedEvents).where(named).for("update");
    const news = locked === undefined ? [] : await readNews(transaction, locked.seq);
    const last = news.at(-1);
    if (last === undefined) return { deliveries: [] };
    await transaction.update(watchedEvents).set({ seq: last.seq }).where(named);
    const added: string[] = [];
    for (const { event } of news) added.push(...(await addDeliveries(transaction, event, gateway.now())));
    const everybody = await readSubscribers(gateway, transaction);
    await addEvents(transaction, news, everybody);
    const began = news.flatMap(({ event }) => BEGINS[event.kind] ?? []);
    for (const one of everybody.subscribers) {
      if (began.length > 0) await updatePending(gateway, transaction, one, everybody, [...new Set(began)]);
    }
    return { deliveries: added, everybody };
  });
  for (const id of deliveries) await jobs.send("webhook", id);
  if (everybody !== undefined) await scheduleNotices(gateway, database.orm, everybody);
}

interface News {
  readonly seq: number;
  readonly event: Event;
}

/** The second condition is redundant: it lets PostgreSQL use the partial index that excludes forecasting events. */
const isTold = and(inArray(events.kind, [...WATCHED]), notInArray(events.kind, [...FORECASTING]));

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

/** Adds the events that concern a subscriber and were caused by somebody else. */
async function addEvents(transaction: Drizzle, news: readonly News[], { subscribers }: Subscribers): Promise<void> {
  const takesMail = new Set(subscribers.filter(({ schedule }) => schedule !== "off").map(({ id }) => id));
  for (const { seq, event } of news) {
    const recipients = (await recipientsOf(transaction, seq, event)).filter(
      (id) => takesMail.has(id) && id !== event.actor.id,
    );
    if (recipients.length === 0) continue;
    const notice = { kind: event.kind, subject: String(seq), at: new Date(event.at) };
    await transaction
      .insert(pendingNotices)
      .values(recipients.map((recipient) => ({ recipient, ...notice })))
      .onConflictDoNothing();
  }
}

/** Returns the member whom an event concerns, or the authors of the submissions that it concerns. */
async function recipientsOf(transaction: Drizzle, seq: number, event: Event): Promise<string[]> {
  if (!MAILED_KINDS.some((kind) => kind === event.kind)) return [];
  if (event.kind === "review.assigned") return event.reviewer_id === null ? [] : [event.reviewer_id];
  if (event.kind === "evaluation.decided") {
    if (event.decision?.status === "in_review") return [];
    const isIt = eq(evaluations.id, event.evaluation_id);
    return (await transaction.select({ id: evaluations.uploadedBy }).from(evaluations).where(isIt)).map(({ id }) => id);
  }
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
