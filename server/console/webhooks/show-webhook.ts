import { asc, desc, eq } from "drizzle-orm";
import type { DeliveryType } from "#lib/contract/webhook.ts";
import { isoDates } from "#server/base/iso-dates.ts";
import { webhookAttempts, webhookDeliveries, webhooks } from "#server/db/notify-schema.ts";
import type { Database } from "#server/db/open.ts";

const MAX_SHOWN = 20;

/** Returns the webhook of an owner, without its secret, and its newest deliveries. */
export async function showWebhook({ orm }: Database, owner: string) {
  const [webhook] = await orm.select().from(webhooks).where(eq(webhooks.owner, owner));
  const newest = orm
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.owner, owner))
    .orderBy(desc(webhookDeliveries.id))
    .limit(MAX_SHOWN)
    .as("newest");
  // Reads deliveries and attempts in one statement so that they are consistent.
  const rows = await orm
    .select()
    .from(newest)
    .leftJoin(webhookAttempts, eq(webhookAttempts.deliveryId, newest.id))
    .orderBy(desc(newest.id), asc(webhookAttempts.number));
  const deliveries = new Map(rows.map((row) => [row.newest.id, row.newest]));
  return {
    format: webhook?.format ?? null,
    /** Only the origin if the format is `slack`. */
    url: webhook?.shownUrl ?? null,
    savedAt: webhook?.createdAt.toISOString() ?? null,
    /** Time and status of the response after which deliveries have stopped; null while they are sent. */
    deadAt: webhook?.deadAt?.toISOString() ?? null,
    deadStatus: webhook?.deadStatus ?? null,
    /** Newest first, at most 20. Includes deliveries of a webhook that has been removed. */
    deliveries: [...deliveries.values()].map(({ id, submissionId, body, status, createdAt, nextAt }) => ({
      deliveryId: id,
      ...subjectOf(body),
      ...isoDates({ submissionId, status, createdAt, nextAt }),
      /** Oldest first. */
      attempts: rows.flatMap(({ webhook_attempts: attempt }) => {
        if (attempt?.deliveryId !== id) return [];
        const { number, at, status, error } = attempt;
        return [isoDates({ number, at, status, error })];
      }),
    })),
  };
}

/** `taskId`: the question of an outcome; null for other types. */
function subjectOf(body: string): { readonly type: DeliveryType; readonly taskId: string | null } {
  const { type, data } = JSON.parse(body);
  return { type, taskId: type === "outcome.confirmed" ? data.task_id : null };
}
