import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { describeMailed, type MailedEvent } from "#lib/console/describe-mailed.ts";
import { routes } from "#lib/console/routes.ts";
import { titleOf } from "#lib/domain/submissions.ts";
import { openEvent } from "#server/audit/log/contents.ts";
import { describeError } from "#server/base/describe-error.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import type { Mail } from "#server/console/mail/mailer.ts";
import { contentsOfEvent } from "#server/db/event-contents.ts";
import { members, noticesSeen } from "#server/db/member-schema.ts";
import { mailsWaiting } from "#server/db/notify-schema.ts";
import type { Database } from "#server/db/open.ts";
import { events, tasks } from "#server/db/schema.ts";

/** Notices older than this are not mailed, but stay visible in the console. */
const MAX_AGE_MS = 24 * 3_600_000;
/** Maximum notices listed in one mail. Further notices are only counted. */
const MAX_LISTED = 20;

const NEVER = new Date(0);

type Waiting = Awaited<ReturnType<typeof readWaiting>>[number];

/**
 * Sends the member's pending notices as one mail, without the notices that the member has seen in the console. Rejects
 * if the mail server does not accept the mail; a retry then sends the same notices.
 */
export async function sendMail(
  gateway: Pick<ConsoleContext, "config" | "database" | "metrics" | "log" | "now" | "mailer">,
  memberId: string,
): Promise<void> {
  const { database, mailer, metrics, log, config } = gateway;
  if (mailer === undefined) return;
  const waiting = await readWaiting(database, memberId);
  if (waiting.length === 0) return;
  const [member] = await database.orm
    .select({ email: members.email, seen: noticesSeen.at })
    .from(members)
    .leftJoin(noticesSeen, eq(noticesSeen.memberId, members.id))
    .where(and(eq(members.id, memberId), eq(members.mailNotices, true), isNull(members.disabledAt)));
  const oldest = gateway.now().getTime() - MAX_AGE_MS;
  const fresh = waiting.filter(({ at }) => at.getTime() > oldest);
  const unseen = fresh.filter(({ at }) => at > (member?.seen ?? NEVER));
  if (member !== undefined && unseen.length > 0) {
    try {
      await mailer.send(composeMail(unseen, member.email, config.consoleUrl));
    } catch (error) {
      metrics.countMail("failed");
      log.warn(
        { member: memberId, detail: describeError(error) },
        "could not send an e-mail with notices; the job queue will retry",
      );
      throw error;
    }
    metrics.countMail("sent");
  }
  if (member !== undefined && fresh.length < waiting.length) {
    metrics.countMail("given_up");
    log.error(
      { member: memberId, count: waiting.length - fresh.length },
      "discarded notices that could not be e-mailed within a day",
    );
  }
  const seqs = waiting.map(({ seq }) => seq);
  await database.orm
    .delete(mailsWaiting)
    .where(and(eq(mailsWaiting.memberId, memberId), inArray(mailsWaiting.seq, seqs)));
}

/** Queues a job for each member with pending mail, because a process may have been killed before queueing the job. */
export async function sendWaitingMails({ database, jobs }: Pick<ConsoleContext, "database" | "jobs">): Promise<void> {
  const waiting = await database.orm.selectDistinct({ memberId: mailsWaiting.memberId }).from(mailsWaiting);
  for (const { memberId } of waiting) await jobs.send("mail", memberId);
}

function readWaiting({ orm }: Database, memberId: string) {
  return orm
    .select({ seq: events.seq, at: events.at, body: events.body, contents: contentsOfEvent, question: tasks.question })
    .from(mailsWaiting)
    .innerJoin(events, eq(events.seq, mailsWaiting.seq))
    .leftJoin(tasks, eq(tasks.taskId, events.taskId))
    .where(eq(mailsWaiting.memberId, memberId))
    .orderBy(asc(mailsWaiting.seq));
}

/** Returns a mail with question titles and links only. Never mail the text of an input, a note or a review. */
function composeMail(waiting: readonly Waiting[], to: string, consoleUrl: string): Mail {
  const items = waiting.map(({ body, contents, question }) => {
    const { text, path } = describeMailed(openEvent(body, contents) as MailedEvent);
    return { heading: `${text}: ${readable(titleOf("", question ?? ""))}`, link: consoleUrl + path };
  });
  const [only] = items;
  const further = items.length - MAX_LISTED;
  return {
    to,
    subject:
      items.length === 1 && only !== undefined
        ? only.heading
        : `${items.length} new notices from the forecasting gateway`,
    text: [
      ...items.slice(0, MAX_LISTED).flatMap(({ heading, link }) => [heading, link, ""]),
      ...(further > 0 ? [`And ${further} more: ${consoleUrl}${routes.overview}`, ""] : []),
      `To stop these e-mails, open your account settings: ${consoleUrl}${routes.account}`,
      "",
    ].join("\n"),
  };
}

/** Replaces control characters, line separators and bidirectional controls with spaces. */
function readable(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, " ").trim();
}
