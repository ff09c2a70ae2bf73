import { and, eq, isNull, min, type SQL, sql } from "drizzle-orm";
import { FOUND_KINDS, type FoundKind, type MailSchedule } from "#lib/domain/waiting.ts";
import { ORGANISATION } from "#lib/domain/webhooks.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { members } from "#server/db/member-schema.ts";
import { lastNotices, pendingNotices, webhooks } from "#server/db/notify-schema.ts";
import type { Drizzle } from "#server/db/open.ts";
import { mayDo, type Recipient, selectWaiting } from "./select-waiting.ts";
import { DIGEST_SECONDS, secondsUntilDue } from "./when-due.ts";

export interface Subscriber extends Recipient {
  readonly schedule: MailSchedule;
}

type Notifying = Pick<ConsoleContext, "config" | "now" | "mailer">;

/** Returns the active members, and the organisation if it has a webhook. `schedule`: `off` for members who get no e-mail. */
export async function readSubscribers({ now, mailer }: Pick<Notifying, "now" | "mailer">, orm: Drizzle) {
  const { id, role, awayUntil, mailSchedule } = members;
  const active = await orm
    .select({ id, role, awayUntil, mailSchedule })
    .from(members)
    .where(isNull(members.disabledAt));
  const subscribers: Subscriber[] = active.map(({ awayUntil, mailSchedule, ...member }) => ({
    ...member,
    isAway: awayUntil !== null && awayUntil > now(),
    schedule: mailer === undefined ? "off" : mailSchedule,
  }));
  const isAlive = and(eq(webhooks.owner, ORGANISATION), isNull(webhooks.deadAt));
  if ((await orm.$count(webhooks, isAlive)) > 0)
    subscribers.push({ id: ORGANISATION, role: "organisation", isAway: false, schedule: "soon" });
  return { subscribers, onDuty: subscribers.filter((one) => isOnDuty(one)) };
}

export type Subscribers = Awaited<ReturnType<typeof readSubscribers>>;

const isOnDuty = ({ role, isAway }: Recipient) => mayDo({ role }, "decide") && !isAway;

const NOTHING = sql`select '' as kind, '' as subject, now() as at, '' as title, false as from_key, false as held where false`;

/** Returns what waits for a recipient as one SQL query, with the column `kind`. */
export function unionWaiting(
  gateway: Pick<Notifying, "config" | "now">,
  recipient: Recipient,
  onDuty: readonly Recipient[],
  kinds: readonly FoundKind[] = FOUND_KINDS,
): SQL {
  const selects = selectWaiting(gateway, recipient, onDuty);
  const parts = kinds.flatMap((kind) => {
    const select = selects[kind];
    return select === undefined ? [] : [sql`select ${kind}::text as kind, w.* from (${select}) as w`];
  });
  return parts.length === 0 ? NOTHING : sql.join(parts, sql` union all `);
}

/**
 * Adds the states of these kinds that began to wait for a subscriber, and deletes those that have ended. A state that
 * lasts is added once, so nobody is told of it twice.
 */
export async function updatePending(
  gateway: Pick<Notifying, "config" | "now">,
  orm: Drizzle,
  subscriber: Subscriber,
  { onDuty }: Pick<Subscribers, "onDuty">,
  kinds: readonly FoundKind[] = FOUND_KINDS,
): Promise<void> {
  if (subscriber.schedule === "off") return;
  await orm.execute(sql`
    with waiting as materialized (${unionWaiting(gateway, subscriber, onDuty, kinds)}),
    ended as (
      delete from pending_notices where recipient = ${subscriber.id} and kind in ${[...kinds]}
        and (kind, subject) not in (select kind, subject from waiting)
    )
    insert into pending_notices (recipient, kind, subject, at)
    select ${subscriber.id}, kind, subject, at from waiting on conflict do nothing`);
}

/** Queues a job for each recipient with pending notices that are due, or become due within the digest time. */
export async function scheduleNotices(
  { jobs, now }: Pick<ConsoleContext, "jobs" | "now">,
  orm: Drizzle,
  { subscribers }: Pick<Subscribers, "subscribers">,
): Promise<void> {
  const pending = await orm
    .select({ id: pendingNotices.recipient, oldest: min(pendingNotices.at), last: lastNotices.at })
    .from(pendingNotices)
    .leftJoin(lastNotices, eq(lastNotices.recipient, pendingNotices.recipient))
    .where(isNull(pendingNotices.toldAt))
    .groupBy(pendingNotices.recipient, lastNotices.at);
  for (const { id, oldest, last } of pending) {
    const schedule = subscribers.find((one) => one.id === id)?.schedule ?? "off";
    if (oldest === null) continue;
    const seconds = secondsUntilDue(schedule, oldest, last ?? undefined, now());
    // A job that waited until the daily time would delay a notice if the member chose another schedule.
    if (seconds <= DIGEST_SECONDS) await jobs.send("notify", id, Math.max(0, Math.ceil(seconds)));
  }
}
