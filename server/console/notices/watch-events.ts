import { and, asc, eq, gt, inArray, notInArray, sql } from "drizzle-orm";
import { FORECASTING } from "#lib/domain/audit-events.ts";
import { MAILED_KINDS } from "#lib/domain/notices.ts";
import type { Event } from "#server/audit/log/event.ts";
import { readLastSeq } from "#server/audit/log/scan-window.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { addDelivery } from "#server/console/webhooks/add-deliveries.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { members } from "#server/db/member-schema.ts";
import { mailsWaiting, watchedEvents } from "#server/db/notify-schema.ts";
import type { Database, Drizzle } from "#server/db/open.ts";
import { events, submissions } from "#server/db/schema.ts";

const NAME = "notifications";
const AT_ONCE = 500;
/** What happens to a member within this time is told in one mail. */
const DIGEST_SECONDS = 120;

/** What happened before the first call is told to nobody. */
export async function beginWatching(database: Database): Promise<void> {
  const seq = await readLastSeq(database);
  await database.orm.insert(watchedEvents).values({ name: NAME, seq }).onConflictDoNothing();
}

/**
 * Prepares what new audit events are to be told: once for all processes, and after the change itself was committed, which
 * it can neither delay nor fail. Events are committed in the order of their numbers, so that none is passed over.
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
    const added = [];
    for (const { event } of news) added.push(await addDelivery(transaction, event, gateway.now()));
    return {
      mails: mailer === undefined ? [] : await addMails(transaction, news),
      deliveries: added.filter((id) => id !== undefined),
    };
  });
  for (const id of deliveries) await jobs.send("webhook", id);
  for (const memberId of mails) await jobs.send("mail", memberId, DIGEST_SECONDS);
}

interface News {
  readonly seq: number;
  readonly event: Event;
}

/** The second condition leads to the index of everything that is no forecast. */
const isTold = and(inArray(events.kind, MAILED_KINDS), notInArray(events.kind, [...FORECASTING]));

/** Without a limit: for one row of what it takes for many, the database would read the whole log instead of the index. */
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
    .select({ seq: events.seq, body: events.body })
    .from(events)
    .where(and(gt(events.seq, after), isTold))
    .orderBy(asc(events.seq))
    .limit(AT_ONCE);
  return rows.map(({ seq, body }) => ({ seq, event: JSON.parse(body.toString()) }));
}

/** Returns the members who have a mail to get. */
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

/** Whom an event concerns by name: the reviewer of an assignment, else the authors of what it is about. */
async function recipientsOf(transaction: Drizzle, seq: number, event: Event): Promise<string[]> {
  if (event.kind === "review.assigned") return event.reviewer_id === null ? [] : [event.reviewer_id];
  // The submission is still open: another reviewer decides, who is to judge alone.
  if (event.kind === "review.decided" && event.status === "submitted") return [];
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
