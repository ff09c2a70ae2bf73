import { and, count, desc, eq, exists, isNull, or, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { DeliveryType, OutcomeData, SubmissionData } from "#lib/contract/webhook.ts";
import type { Event } from "#server/audit/log/event.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { credentials } from "#server/db/credential-schema.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { submissionSenders, webhookDeliveries, webhooks } from "#server/db/notify-schema.ts";
import type { Drizzle } from "#server/db/open.ts";
import { forecastScores, outcomes } from "#server/db/outcome-schema.ts";
import { events, submissions } from "#server/db/schema.ts";

/** Forecasts listed in one message. `GET /scores/{request_id}` returns the scores of the others. */
const MAX_FORECASTS = 100;

/**
 * Inserts a delivery for each webhook that an event concerns: the final decision on a submission whose content was sent
 * with the API key, or the confirmed outcome of a question that the API key has forecast. Returns the delivery ids.
 */
export async function addDeliveries(transaction: Drizzle, event: Event, now: Date): Promise<string[]> {
  const messages =
    event.kind === "review.decided"
      ? await messagesOfDecision(transaction, event)
      : event.kind === "outcome.confirmed"
        ? await messagesOfOutcome(transaction, event)
        : [];
  const ids: string[] = [];
  for (const message of messages) ids.push(await insert(transaction, now, message));
  return ids;
}

/** Ids are compared as text, because the author of a submission may be a member, whose id need not be a UUID. */
const credentialId = sql`${webhooks.credentialId}::text`;

async function readReceivers(transaction: Drizzle, isConcerned: ReturnType<typeof or>): Promise<string[]> {
  const found = await transaction
    .select({ id: webhooks.credentialId })
    .from(webhooks)
    .innerJoin(credentials, and(eq(credentials.id, webhooks.credentialId), isNull(credentials.revokedAt)))
    .where(isConcerned);
  return found.map(({ id }) => id);
}

async function messagesOfDecision(
  transaction: Drizzle,
  { submission_id, task_id, input_id, decision, at }: Extract<Event, { kind: "review.decided" }>,
): Promise<Message[]> {
  if (decision === null || decision.status === "submitted" || decision.status === "withdrawn") return [];
  const { status } = decision;
  const author = transaction
    .select()
    .from(submissions)
    .where(
      and(eq(submissions.id, submission_id), eq(submissions.origin, "caller"), eq(submissions.authorId, credentialId)),
    );
  const sender = transaction
    .select()
    .from(submissionSenders)
    .where(and(eq(submissionSenders.submissionId, submission_id), eq(submissionSenders.credentialId, credentialId)));
  const data: SubmissionData = { submission_id, task_id, input_id, status, decided_at: at };
  return (await readReceivers(transaction, or(exists(author), exists(sender)))).map((credential) => ({
    credentialId: credential,
    submissionId: submission_id,
    type: "submission.decided",
    timestamp: at,
    data,
  }));
}

async function messagesOfOutcome(
  transaction: Drizzle,
  { outcome_id, task_id, at }: Extract<Event, { kind: "outcome.confirmed" }>,
): Promise<Message[]> {
  const [outcome] = await transaction.select().from(outcomes).where(eq(outcomes.id, outcome_id));
  // A correction that is already confirmed has its own message.
  if (outcome?.status !== "confirmed") return [];
  const answered = transaction
    .select()
    .from(events)
    .where(and(eq(events.taskId, task_id), eq(events.kind, "prediction.answered"), eq(events.actorId, credentialId)));
  const scored = transaction
    .select()
    .from(forecastScores)
    .where(and(eq(forecastScores.taskId, task_id), eq(forecastScores.callerId, credentialId)));
  const messages: Message[] = [];
  for (const credential of await readReceivers(transaction, or(exists(answered), exists(scored)))) {
    const isOwn = and(eq(forecastScores.taskId, task_id), eq(forecastScores.callerId, credential));
    const scores = await transaction
      .select()
      .from(forecastScores)
      .where(isOwn)
      .orderBy(desc(forecastScores.generatedAt), desc(forecastScores.requestId))
      .limit(MAX_FORECASTS);
    const [all] = await transaction.select({ count: count() }).from(forecastScores).where(isOwn);
    const data: OutcomeData = {
      task_id,
      outcome: outcome.option,
      happened_at: outcome.happenedAt.toISOString(),
      confirmed_at: at,
      scored: all?.count ?? 0,
      scores: scores.map((score) => ({
        request_id: score.requestId,
        counts_from: score.countsFrom.toISOString(),
        probability: score.probabilities[score.happened] ?? 0,
        brier: score.brier,
        log: score.log,
        ranked_probability: score.rps,
      })),
    };
    messages.push({ credentialId: credential, submissionId: null, type: "outcome.confirmed", timestamp: at, data });
  }
  return messages;
}

/** Sends a message of type `test` with empty data. Throws NOT_FOUND if the credential has no webhook. */
export async function sendTest(
  gateway: Pick<ConsoleContext, "database" | "now" | "jobs">,
  credential: string,
): Promise<{ readonly deliveryId: string }> {
  const now = gateway.now();
  const deliveryId = await inTransaction(gateway.database, async (transaction) => {
    const [webhook] = await transaction.select().from(webhooks).where(eq(webhooks.credentialId, credential));
    if (webhook === undefined) throw new GatewayError("NOT_FOUND", { message: "This API key has no webhook." });
    const timestamp = now.toISOString();
    return insert(transaction, now, {
      credentialId: credential,
      submissionId: null,
      type: "test",
      timestamp,
      data: {},
    });
  });
  await gateway.jobs.send("webhook", deliveryId);
  return { deliveryId };
}

interface Message {
  readonly credentialId: string;
  readonly submissionId: string | null;
  readonly type: DeliveryType;
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
