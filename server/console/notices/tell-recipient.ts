import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { describeMailed, type MailedEvent } from "#lib/console/describe-mailed.ts";
import { type Described, describeAlarm, describeWaiting, type WaitingGroup } from "#lib/console/describe-waiting.ts";
import { routes } from "#lib/console/routes.ts";
import type { ChannelType } from "#lib/contract/webhook.ts";
import { MAILED_KINDS } from "#lib/domain/notices.ts";
import { titleOf } from "#lib/domain/submissions.ts";
import { type Alarm, FOUND_KINDS } from "#lib/domain/waiting.ts";
import { ORGANISATION } from "#lib/domain/webhooks.ts";
import { visible } from "#lib/format.ts";
import { openEvent } from "#server/audit/log/contents.ts";
import { describeError } from "#server/base/describe-error.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import type { Mail } from "#server/console/mail/mailer.ts";
import { addOrganisationMessage } from "#server/console/webhooks/add-deliveries.ts";
import { contentsOfEvent } from "#server/db/event-contents.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { members, noticesSeen } from "#server/db/member-schema.ts";
import { lastNotices, pendingNotices } from "#server/db/notify-schema.ts";
import type { Drizzle } from "#server/db/open.ts";
import { events, tasks } from "#server/db/schema.ts";
import { mayDo } from "./select-waiting.ts";
import { readSubscribers, type Subscriber, unionWaiting, updatePending } from "./update-pending.ts";
import { DIGEST_SECONDS, secondsUntilDue } from "./when-due.ts";

/** Maximum events listed in one mail. Further events are only counted. */
const MAX_LISTED = 20;

/** The pages to which the messages of the organisation's webhook lead. */
const PATHS: Readonly<Record<ChannelType, string>> = {
  "submission.waiting": routes.review(),
  "submission.overdue": routes.review(),
  "outcome.due": routes.outcomes({ state: "due" }),
  "audit.alarm": routes.system,
};

type Telling = Pick<ConsoleContext, "config" | "database" | "metrics" | "log" | "now" | "mailer" | "jobs">;
type Pending = Awaited<ReturnType<typeof readPending>>[number];

/**
 * Sends the pending notices of a member as one mail, without those that the member has seen in the console, or those of
 * the organisation to its webhook. First deletes what no longer waits. Rejects if the mail server does not accept the
 * mail; a retry then sends the same notices.
 */
export async function tellRecipient(gateway: Telling, id: string): Promise<void> {
  const { database, jobs, now } = gateway;
  const { orm } = database;
  const { subscribers, onDuty } = await readSubscribers(gateway, orm);
  const recipient = subscribers.find((one) => one.id === id);
  if (recipient === undefined) return;
  await updatePending(gateway, orm, recipient, { onDuty });
  const pending = (await readPending(gateway, recipient, onDuty)).filter(({ held }) => !held);
  const [oldest] = pending;
  if (oldest === undefined) return;
  const [last] = await orm.select().from(lastNotices).where(eq(lastNotices.recipient, id));
  const seconds = secondsUntilDue(recipient.schedule, oldest.at, last?.at, now());
  if (seconds > 0) return seconds > DIGEST_SECONDS ? undefined : jobs.send("notify", id, Math.ceil(seconds));
  if (id !== ORGANISATION) {
    const isSent = await mail(gateway, recipient, pending);
    return inTransaction(database, (transaction) => markTold(gateway, transaction, id, pending, isSent));
  }
  const deliveries = await inTransaction(database, async (transaction) => {
    await markTold(gateway, transaction, id, pending, true);
    return addMessages(gateway, transaction, pending);
  });
  for (const delivery of deliveries) await jobs.send("webhook", delivery);
}

/** Joins in this process, because PostgreSQL could run the query of what waits once for each pending notice. */
async function readPending(gateway: Telling, recipient: Subscriber, onDuty: readonly Subscriber[]) {
  const { orm } = gateway.database;
  const { rows } = await orm.execute<{ key: string; held: boolean; from_key: boolean }>(
    sql`select kind || ' ' || subject as key, held, from_key from (${unionWaiting(gateway, recipient, onDuty)}) as w`,
  );
  const waiting = new Map(rows.map((row) => [row.key, row]));
  const isUntold = and(eq(pendingNotices.recipient, recipient.id), isNull(pendingNotices.toldAt));
  const pending = await orm.select().from(pendingNotices).where(isUntold).orderBy(asc(pendingNotices.at));
  return pending.map(({ kind, subject, at }) => {
    const { held = false, from_key: fromKey = false } = waiting.get(`${kind} ${subject}`) ?? {};
    return { kind, subject, at, held, fromKey };
  });
}

async function markTold(
  { now }: Telling,
  transaction: Drizzle,
  recipient: string,
  pending: readonly Pending[],
  isSent: boolean,
): Promise<void> {
  const at = now();
  const told = JSON.stringify(pending.map(({ kind, subject }) => ({ kind, subject })));
  await transaction.execute(sql`
    update pending_notices set told_at = ${at.toISOString()} where recipient = ${recipient}
      and (kind, subject) in (select kind, subject from json_to_recordset(${told}) as told (kind text, subject text))`);
  if (!isSent) return;
  await transaction
    .insert(lastNotices)
    .values({ recipient, at })
    .onConflictDoUpdate({ target: lastNotices.recipient, set: { at } });
}

/** Adds one message for each kind to the organisation's webhook. Returns the ids of the deliveries. */
async function addMessages(gateway: Telling, transaction: Drizzle, pending: readonly Pending[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [kind, items] of Map.groupBy(pending, (one) => one.kind)) {
    const id = await addOrganisationMessage(transaction, gateway, {
      type: kind as ChannelType,
      count: items.length,
      items: items.map(({ subject }) => subject),
      path: PATHS[kind as ChannelType],
      timestamp: gateway.now().toISOString(),
    });
    if (id !== undefined) ids.push(id);
  }
  return ids;
}

/** Returns whether a mail was sent. None is sent if the member has seen everything. */
async function mail(gateway: Telling, { id, role }: Subscriber, pending: readonly Pending[]): Promise<boolean> {
  const { database, mailer, metrics, log, config } = gateway;
  const [member] = await database.orm
    .select({ email: members.email, seen: noticesSeen.at })
    .from(members)
    .leftJoin(noticesSeen, eq(noticesSeen.memberId, members.id))
    .where(eq(members.id, id));
  if (mailer === undefined || member === undefined) return false;
  const unseen = pending.filter(({ at }) => member.seen === null || at > member.seen);
  if (unseen.length === 0) return false;
  const alarms = unseen.filter(({ kind }) => kind === "audit.alarm");
  const lines = [
    ...alarms.map(({ subject }) => describeAlarm(subject as Alarm)),
    ...groupWaiting(unseen, mayDo({ role }, "administer")).map(describeWaiting),
    ...(await describeEvents(database.orm, unseen)),
  ];
  try {
    await mailer.send(composeMail(lines, member.email, config.consoleUrl, mailer.unsubscribePath(id)));
  } catch (error) {
    metrics.countMail("failed");
    log.warn({ member: id, detail: describeError(error) }, "could not send an e-mail; the job queue will retry");
    throw error;
  }
  metrics.countMail("sent");
  return true;
}

function groupWaiting(pending: readonly Pending[], isAdmin: boolean): WaitingGroup[] {
  return FOUND_KINDS.flatMap((kind) => {
    const items = pending.filter((one) => one.kind === kind);
    const [first] = items;
    if (first === undefined) return [];
    const fromKeys = items.filter(({ fromKey }) => fromKey).length;
    return [{ kind, count: items.length, fromKeys, subject: first.subject, isStuck: isAdmin }];
  });
}

/** Returns the question titles of events. Never mail the text of an input, a note or a review. */
async function describeEvents(orm: Drizzle, pending: readonly Pending[]): Promise<Described[]> {
  const isEvent = ({ kind }: Pending) => MAILED_KINDS.some((one) => one === kind);
  const seqs = pending.filter(isEvent).map(({ subject }) => Number(subject));
  const rows = await orm
    .select({ body: events.body, contents: contentsOfEvent, question: tasks.question })
    .from(events)
    .leftJoin(tasks, eq(tasks.taskId, events.taskId))
    .where(inArray(events.seq, seqs))
    .orderBy(asc(events.seq));
  return rows.map(({ body, contents, question }) => {
    const { text, path } = describeMailed(openEvent(body, contents) as MailedEvent);
    return { text: question === null ? text : `${text}: ${visible(titleOf("", question))}`, path };
  });
}

function composeMail(lines: readonly Described[], to: string, consoleUrl: string, unsubscribePath: string): Mail {
  const [only] = lines;
  const further = lines.length - MAX_LISTED;
  return {
    to,
    subject:
      lines.length === 1 && only !== undefined ? only.text : `${lines.length} new notices from the forecasting gateway`,
    text: [
      ...lines.slice(0, MAX_LISTED).flatMap(({ text, path }) => [text, consoleUrl + path, ""]),
      ...(further > 0 ? [`And ${further} more: ${consoleUrl}${routes.overview}`, ""] : []),
      `To receive fewer e-mails or none, open your account settings: ${consoleUrl}${routes.account}`,
      "",
    ].join("\n"),
    unsubscribeUrl: consoleUrl + unsubscribePath,
  };
}
