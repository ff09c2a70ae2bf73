import { and, count, desc, eq, exists, inArray, isNull, or, type SQL } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { ChannelData, ChannelType, DeliveryType, OutcomeData, SubmissionData } from "#lib/contract/webhook.ts";
import { KEY_ORIGINS } from "#lib/domain/submissions.ts";
import { ORGANISATION } from "#lib/domain/webhooks.ts";
import { rankedScore } from "#lib/scores/score-forecast.ts";
import type { Event } from "#server/audit/log/event.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { submissionSenders, webhookDeliveries, webhooks } from "#server/db/notify-schema.ts";
import type { Drizzle } from "#server/db/open.ts";
import { forecastScores, outcomes } from "#server/db/outcome-schema.ts";
import { events, submissions, tasks } from "#server/db/schema.ts";

/** Forecasts or ids listed in one message. `GET /scores/{request_id}` returns the scores of the other forecasts. */
const MAX_LISTED = 100;

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

/** The id of the API key, if the webhook has one. */
const key = webhooks.owner;

/** Returns the owners of the webhooks that fulfil the condition, except those whose receiver is gone. */
async function readReceivers(transaction: Drizzle, isConcerned: SQL | undefined): Promise<string[]> {
  const isAlive = isNull(webhooks.deadAt);
  const found = await transaction.select({ owner: webhooks.owner }).from(webhooks).where(and(isConcerned, isAlive));
  return found.map(({ owner }) => owner);
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
      and(eq(submissions.id, submission_id), inArray(submissions.origin, KEY_ORIGINS), eq(submissions.authorId, key)),
    );
  const sender = transaction
    .select()
    .from(submissionSenders)
    .where(and(eq(submissionSenders.submissionId, submission_id), eq(submissionSenders.credentialId, key)));
  const data: SubmissionData = { submission_id, task_id, input_id, status, decided_at: at };
  return (await readReceivers(transaction, or(exists(author), exists(sender)))).map((owner) => ({
    owner,
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
    .where(and(eq(events.taskId, task_id), eq(events.kind, "prediction.answered"), eq(events.actorId, key)));
  const scored = transaction
    .select()
    .from(forecastScores)
    .where(and(eq(forecastScores.taskId, task_id), eq(forecastScores.callerId, key)));
  const messages: Message[] = [];
  for (const owner of await readReceivers(transaction, or(exists(answered), exists(scored)))) {
    const isOwn = and(eq(forecastScores.taskId, task_id), eq(forecastScores.callerId, owner));
    const scores = await transaction
      .select({ score: forecastScores, order: tasks.optionOrder })
      .from(forecastScores)
      .innerJoin(tasks, eq(tasks.taskId, forecastScores.taskId))
      .where(isOwn)
      .orderBy(desc(forecastScores.generatedAt), desc(forecastScores.requestId))
      .limit(MAX_LISTED);
    const [all] = await transaction.select({ count: count() }).from(forecastScores).where(isOwn);
    const data: OutcomeData = {
      task_id,
      outcome: outcome.option,
      happened_at: outcome.happenedAt.toISOString(),
      confirmed_at: at,
      scored: all?.count ?? 0,
      scores: scores.map(({ score, order }) => ({
        request_id: score.requestId,
        counts_from: score.countsFrom.toISOString(),
        probability: score.probabilities[score.happened] ?? 0,
        brier: score.brier,
        log: score.log,
        ranked_probability: rankedScore(score.probabilities, score.happened, order),
      })),
    };
    messages.push({ owner, submissionId: null, type: "outcome.confirmed", timestamp: at, data });
  }
  return messages;
}

interface News extends Pick<ChannelData, "count" | "items"> {
  readonly type: ChannelType;
  /** Page of the console that shows the items. */
  readonly path: string;
  readonly timestamp: string;
}

/** Inserts a delivery to the organisation. Returns its id; undefined without a webhook or if its receiver is gone. */
export async function addOrganisationMessage(
  transaction: Drizzle,
  { now, config }: Pick<ConsoleContext, "now" | "config">,
  { type, count, items, path, timestamp }: News,
): Promise<string | undefined> {
  const [owner] = await readReceivers(transaction, eq(webhooks.owner, ORGANISATION));
  if (owner === undefined) return undefined;
  const data: ChannelData = { count, items: items.slice(0, MAX_LISTED), url: config.consoleUrl + path };
  return insert(transaction, now(), { owner, submissionId: null, type, timestamp, data });
}

/** Sends a message of type `test` with empty data. Throws NOT_FOUND without a webhook or if its receiver is gone. */
export async function sendTest(
  gateway: Pick<ConsoleContext, "database" | "now" | "jobs">,
  owner: string,
): Promise<{ readonly deliveryId: string }> {
  const now = gateway.now();
  const deliveryId = await inTransaction(gateway.database, async (transaction) => {
    const [receiver] = await readReceivers(transaction, eq(webhooks.owner, owner));
    if (receiver === undefined) throw new GatewayError("NOT_FOUND", { message: "There is no active webhook." });
    const timestamp = now.toISOString();
    return insert(transaction, now, { owner, submissionId: null, type: "test", timestamp, data: {} });
  });
  await gateway.jobs.offer("webhook", deliveryId);
  return { deliveryId };
}

interface Message {
  readonly owner: string;
  readonly submissionId: string | null;
  readonly type: DeliveryType;
  readonly timestamp: string;
  readonly data: object;
}

async function insert(transaction: Drizzle, now: Date, { owner, submissionId, ...message }: Message) {
  const id = uuid();
  const body = JSON.stringify({ id, ...message });
  const waits = { status: "waiting", createdAt: now, nextAt: now } as const;
  await transaction.insert(webhookDeliveries).values({ id, owner, submissionId, body, ...waits });
  return id;
}
