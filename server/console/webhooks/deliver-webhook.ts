import { and, asc, eq, lt, ne } from "drizzle-orm";
import { describeError } from "#server/base/describe-error.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { credentials } from "#server/db/credential-schema.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { webhookAttempts, webhookDeliveries, webhooks } from "#server/db/notify-schema.ts";
import { postWebhook, type WebhookReply } from "./post-webhook.ts";
import { openSecret } from "./sealed-secret.ts";
import { signatureHeaders } from "./sign-webhook.ts";

/**
 * Seconds between each failed attempt and the next; the sum is just under a day. The delivery is abandoned if the
 * attempt after the last delay fails too.
 */
export const DELAYS = [10, 60, 300, 900, 3_600, 7_200, 14_400, 28_800, 28_800];

const KEPT_MS = 30 * 86_400_000;

/**
 * Makes the next attempt of a delivery if it is due, and records the attempt. Delivery is at least once: if the process
 * dies between the response and the record, the attempt is repeated with the same `webhook-id`.
 */
export async function deliver(
  gateway: Pick<ConsoleContext, "config" | "database" | "log" | "now" | "jobs" | "webhookKey">,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const { database, jobs, config, log } = gateway;
  const [found] = await database.orm
    .select({ delivery: webhookDeliveries, webhook: webhooks, revokedAt: credentials.revokedAt })
    .from(webhookDeliveries)
    .innerJoin(credentials, eq(credentials.id, webhookDeliveries.credentialId))
    .leftJoin(webhooks, eq(webhooks.credentialId, webhookDeliveries.credentialId))
    .where(eq(webhookDeliveries.id, id));
  if (found === undefined || found.delivery.status !== "waiting") return;
  const { delivery, webhook, revokedAt } = found;
  const now = gateway.now();
  const early = await secondsUntilDue(gateway, delivery);
  if (early > 0) return jobs.send("webhook", id, early);
  const secret = webhook === null ? undefined : openSecret(gateway.webhookKey, webhook.credentialId, webhook.secret);
  if (webhook === null || secret === undefined || revokedAt !== null) {
    if (webhook !== null && secret === undefined) {
      log.error(
        { delivery: id },
        "cannot decrypt the webhook secret because AUTH_SECRET has changed: set the webhook again",
      );
    }
    await database.orm.update(webhookDeliveries).set({ status: "failed", nextAt: null }).where(isWaiting(id));
    return;
  }
  const { body } = delivery;
  const headers = {
    "content-type": "application/json",
    "user-agent": "forecasting-gateway",
    ...signatureHeaders(secret, { id, at: now, body }),
  };
  const reply = await postWebhook({
    url: webhook.url,
    headers,
    body,
    allowPrivate: config.webhookAllowPrivate,
    signal,
  });
  const delay = await recordAttempt(gateway, id, now, reply);
  if (delay !== undefined) await jobs.send("webhook", id, delay);
}

const isWaiting = (id: string) => and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.status, "waiting"));

/** Returns the seconds until the next attempt; undefined if there is none. */
async function recordAttempt(
  gateway: Pick<ConsoleContext, "database">,
  id: string,
  at: Date,
  reply: WebhookReply,
): Promise<number | undefined> {
  const status = "status" in reply ? reply.status : null;
  const error = "error" in reply ? reply.error : null;
  return inTransaction(gateway.database, async (transaction) => {
    const [locked] = await transaction.select().from(webhookDeliveries).where(isWaiting(id)).for("update");
    if (locked === undefined) return undefined;
    const number = 1 + (await transaction.$count(webhookAttempts, eq(webhookAttempts.deliveryId, id)));
    await transaction.insert(webhookAttempts).values({ deliveryId: id, number, at, status, error });
    const isDelivered = status !== null && status >= 200 && status < 300;
    const delay = isDelivered ? undefined : DELAYS[number - 1];
    const nextAt = delay === undefined ? null : new Date(at.getTime() + delay * 1_000);
    const next = isDelivered ? "delivered" : delay === undefined ? "failed" : "waiting";
    await transaction.update(webhookDeliveries).set({ status: next, nextAt }).where(eq(webhookDeliveries.id, id));
    return delay;
  });
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

/** Deletes finished deliveries older than 30 days. */
export async function tidyDeliveries({
  database,
  now,
  log,
}: Pick<ConsoleContext, "database" | "log" | "now">): Promise<void> {
  const before = new Date(now().getTime() - KEPT_MS);
  await database.orm
    .delete(webhookDeliveries)
    .where(and(ne(webhookDeliveries.status, "waiting"), lt(webhookDeliveries.createdAt, before)))
    .catch((error) => log.warn({ detail: describeError(error) }, "could not delete old webhook deliveries"));
}

/** Returns 0 for a delivery that is due, or whose next attempt is further away than its delay because a clock was ahead. */
async function secondsUntilDue(
  { database, now }: Pick<ConsoleContext, "database" | "now">,
  { id, nextAt }: typeof webhookDeliveries.$inferSelect,
): Promise<number> {
  const seconds = nextAt === null ? 0 : Math.ceil((nextAt.getTime() - now().getTime()) / 1_000);
  if (seconds <= 0) return 0;
  const attempts = await database.orm.$count(webhookAttempts, eq(webhookAttempts.deliveryId, id));
  return seconds <= (DELAYS[attempts - 1] ?? 0) ? seconds : 0;
}
