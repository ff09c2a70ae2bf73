import { and, eq, isNull, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { Event } from "#server/audit/log/event.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { credentials } from "#server/db/credential-schema.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { webhookDeliveries, webhooks } from "#server/db/notify-schema.ts";
import type { Drizzle } from "#server/db/open.ts";
import { submissions } from "#server/db/schema.ts";

/**
 * Inserts a webhook delivery if the event is the final decision on a submission that was sent with an API key. Returns
 * the delivery id; undefined for other events and if the API key has no webhook.
 */
export async function addDelivery(transaction: Drizzle, event: Event, now: Date): Promise<string | undefined> {
  if (event.kind !== "review.decided" || event.status === "submitted") return undefined;
  const [found] = await transaction
    .select({ credentialId: webhooks.credentialId })
    .from(submissions)
    // Compares ids as text, because the author may be a member, whose id need not be a UUID.
    .innerJoin(credentials, and(eq(sql`${credentials.id}::text`, submissions.authorId), isNull(credentials.revokedAt)))
    .innerJoin(webhooks, eq(webhooks.credentialId, credentials.id))
    .where(and(eq(submissions.id, event.submission_id), eq(submissions.origin, "caller")));
  if (found === undefined) return undefined;
  const { submission_id, task_id, input_id, status, at } = event;
  return insert(transaction, now, {
    credentialId: found.credentialId,
    submissionId: submission_id,
    type: "submission.decided",
    timestamp: at,
    data: { submission_id, task_id, input_id, status, decided_at: at },
  });
}

/** Sends a message of type `test` with empty data. Throws NOT_FOUND if the credential has no webhook. */
export async function sendTest(
  gateway: Pick<ConsoleContext, "database" | "now" | "jobs">,
  credentialId: string,
): Promise<{ readonly deliveryId: string }> {
  const now = gateway.now();
  const deliveryId = await inTransaction(gateway.database, async (transaction) => {
    const [webhook] = await transaction.select().from(webhooks).where(eq(webhooks.credentialId, credentialId));
    if (webhook === undefined) throw new GatewayError("NOT_FOUND", { message: "This API key has no webhook." });
    const timestamp = now.toISOString();
    return insert(transaction, now, { credentialId, submissionId: null, type: "test", timestamp, data: {} });
  });
  await gateway.jobs.send("webhook", deliveryId);
  return { deliveryId };
}

interface Message {
  readonly credentialId: string;
  readonly submissionId: string | null;
  readonly type: "submission.decided" | "test";
  readonly timestamp: string;
  readonly data: object;
}

async function insert(transaction: Drizzle, now: Date, { credentialId, submissionId, ...message }: Message) {
  const id = uuid();
  const body = JSON.stringify({ id, ...message });
  const waits = { status: "waiting", createdAt: now, nextAt: now } as const;
  await transaction.insert(webhookDeliveries).values({ id, credentialId, submissionId, body, ...waits });
  return id;
}
