import { asc, desc, eq } from "drizzle-orm";
import type { DeliveryType } from "#lib/contract/webhook.ts";
import type { DeliveryError } from "#lib/domain/webhooks.ts";
import { webhookAttempts, webhookDeliveries, webhooks } from "#server/db/notify-schema.ts";
import type { Database } from "#server/db/open.ts";

const MAX_SHOWN = 20;

export interface ShownDelivery {
  readonly deliveryId: string;
  readonly type: DeliveryType;
  readonly submissionId: string | null;
  /** The question of an outcome; null for other types. */
  readonly taskId: string | null;
  readonly status: (typeof webhookDeliveries.$inferSelect)["status"];
  readonly createdAt: string;
  /** Time of the next attempt; null unless the delivery is pending. */
  readonly nextAt: string | null;
  /** Oldest first. */
  readonly attempts: readonly {
    readonly number: number;
    readonly at: string;
    readonly status: number | null;
    readonly error: DeliveryError | null;
  }[];
}

export interface ShownWebhook {
  readonly url: string | null;
  /** Newest first, at most 20. Includes deliveries of a webhook that has been removed. */
  readonly deliveries: readonly ShownDelivery[];
}

/** Returns a credential's webhook, without its secret, and its newest deliveries. */
export async function showWebhook({ orm }: Database, credentialId: string): Promise<ShownWebhook> {
  const [webhook] = await orm
    .select({ url: webhooks.url })
    .from(webhooks)
    .where(eq(webhooks.credentialId, credentialId));
  const newest = orm
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.credentialId, credentialId))
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
    url: webhook?.url ?? null,
    deliveries: [...deliveries.values()].map(({ id, submissionId, body, status, createdAt, nextAt }) => ({
      deliveryId: id,
      ...subjectOf(body),
      submissionId,
      status,
      createdAt: createdAt.toISOString(),
      nextAt: nextAt?.toISOString() ?? null,
      attempts: rows.flatMap(({ webhook_attempts: attempt }) =>
        attempt?.deliveryId === id
          ? [{ number: attempt.number, at: attempt.at.toISOString(), status: attempt.status, error: attempt.error }]
          : [],
      ),
    })),
  };
}

function subjectOf(body: string): Pick<ShownDelivery, "type" | "taskId"> {
  const { type, data } = JSON.parse(body);
  return { type, taskId: type === "outcome.confirmed" ? data.task_id : null };
}
