import { and, asc, eq } from "drizzle-orm";
import type { ConsoleContext } from "#server/console/context.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { webhookAttempts, webhookDeliveries, webhooks } from "#server/db/notify-schema.ts";
import type { WebhookReply } from "./post-webhook.ts";
import { sendMessage } from "./post-webhook.ts";
import { openTarget } from "./webhook-settings.ts";

/**
 * Seconds between each failed attempt and the next; the sum is just under a day. The delivery is abandoned if the
 * attempt after the last delay fails too.
 */
export const DELAYS = [10, 60, 300, 900, 3_600, 7_200, 14_400, 28_800, 28_800];

/** Longest time in seconds between two attempts, if the receiver demands more with `Retry-After`. */
const MAX_DELAY = 86_400;

/**
 * Makes the next attempt of a delivery if it is due, and records the attempt. Delivery is at least once: if the process
 * dies between the response and the record, the attempt is repeated with the same `webhook-id`.
 */
export async function deliver(
  gateway: Pick<ConsoleContext, "config" | "database" | "log" | "now" | "jobs" | "webhookKey">,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const { database, jobs, log } = gateway;
  const [found] = await database.orm
    .select({ delivery: webhookDeliveries, webhook: webhooks })
    .from(webhookDeliveries)
    .leftJoin(webhooks, eq(webhooks.owner, webhookDeliveries.owner))
    .where(eq(webhookDeliveries.id, id));
  if (found === undefined || found.delivery.status !== "waiting") return;
  const { delivery, webhook } = found;
  const now = gateway.now();
  const early = secondsUntilDue(delivery, now);
  if (early > 0) return jobs.send("webhook", id, early);
  const target = webhook === null ? undefined : openTarget(gateway.webhookKey, webhook.owner, webhook.sealed);
  if (webhook === null || target === undefined || webhook.deadAt !== null) {
    if (webhook !== null && target === undefined) {
      log.error(
        { delivery: id },
        "cannot decrypt the webhook secret because AUTH_SECRET has changed: set the webhook again",
      );
    }
    await database.orm.update(webhookDeliveries).set({ status: "failed", nextAt: null }).where(isWaiting(id));
    return;
  }
  const reply = await sendMessage(gateway, target, { id, at: now, body: delivery.body }, signal);
  const delay = await recordAttempt(gateway, id, now, reply, webhook);
  if (delay !== undefined) await jobs.send("webhook", id, delay);
}

const isWaiting = (id: string) => and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.status, "waiting"));

/** Returns the seconds until the next attempt; undefined if there is none. */
async function recordAttempt(
  gateway: Pick<ConsoleContext, "database" | "log" | "now">,
  id: string,
  at: Date,
  reply: WebhookReply,
  { owner, format, sealed }: typeof webhooks.$inferSelect,
): Promise<number | undefined> {
  const { status = null, retryAfter } = "status" in reply ? reply : {};
  const error = "error" in reply ? reply.error : null;
  const isGone = status === 410 || (status === 404 && format === "slack");
  const demanded = status === 429 ? readRetryAfter(retryAfter, at, gateway.now()) : 0;
  return inTransaction(gateway.database, async (transaction) => {
    // Another address may have been saved during the attempt. The webhook is locked before its deliveries: two attempts
    // that end it would otherwise wait for each other.
    const isSame = and(eq(webhooks.owner, owner), eq(webhooks.sealed, sealed));
    const dead = { deadAt: at, deadStatus: status };
    const isEnded = isGone && (await transaction.update(webhooks).set(dead).where(isSame)).rowCount === 1;
    const [locked] = await transaction.select().from(webhookDeliveries).where(isWaiting(id)).for("update");
    if (locked === undefined) return undefined;
    const number = 1 + (await transaction.$count(webhookAttempts, eq(webhookAttempts.deliveryId, id)));
    await transaction.insert(webhookAttempts).values({ deliveryId: id, number, at, status, error });
    const isDelivered = status !== null && status >= 200 && status < 300;
    const planned = isDelivered || isEnded ? undefined : DELAYS[number - 1];
    const delay = planned && Math.max(planned, demanded);
    const nextAt = delay === undefined ? null : new Date(at.getTime() + delay * 1_000);
    const next = isDelivered ? "delivered" : delay === undefined ? "failed" : "waiting";
    await transaction.update(webhookDeliveries).set({ status: next, nextAt }).where(eq(webhookDeliveries.id, id));
    if (isEnded) {
      const others = and(eq(webhookDeliveries.owner, owner), eq(webhookDeliveries.status, "waiting"));
      await transaction.update(webhookDeliveries).set({ status: "failed", nextAt: null }).where(others);
      gateway.log.warn(
        { delivery: id, status },
        "a webhook's receiver is gone: save its URL again to resume deliveries",
      );
    }
    return delay;
  });
}

/** Returns the seconds after `at` for which a `Retry-After` header demands to wait; 0 for an invalid header. */
function readRetryAfter(header = "", at: Date, received: Date): number {
  const end = /^\d+$/.test(header) ? received.getTime() + Number(header) * 1_000 : Date.parse(header);
  const seconds = Math.ceil((end - at.getTime()) / 1_000);
  return seconds > 0 ? Math.min(seconds, MAX_DELAY) : 0;
}

/** Queues a job for each pending delivery, because an earlier process may have been killed before queuing the job. */
export async function sendWaitingDeliveries({
  database,
  jobs,
}: Pick<ConsoleContext, "database" | "jobs">): Promise<void> {
  const waiting = await database.orm
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.status, "waiting"))
    .orderBy(asc(webhookDeliveries.id));
  for (const { id } of waiting) await jobs.send("webhook", id);
}

/** Returns 0 for a delivery that is due, or whose next attempt is more than a day away because a clock was ahead. */
function secondsUntilDue({ nextAt }: typeof webhookDeliveries.$inferSelect, now: Date): number {
  const seconds = nextAt === null ? 0 : Math.ceil((nextAt.getTime() - now.getTime()) / 1_000);
  return seconds > 0 && seconds <= MAX_DELAY ? seconds : 0;
}
