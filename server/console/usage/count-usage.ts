import { and, asc, eq, gt, lte, sql } from "drizzle-orm";
import type { Payer, TokenUsage } from "#lib/domain/token-usage.ts";
import type { Event } from "#server/audit/log/event.ts";
import { readLastSeq } from "#server/audit/log/read-head.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { watchedEvents } from "#server/db/notify-schema.ts";
import type { Drizzle } from "#server/db/open.ts";
import { events } from "#server/db/schema.ts";
import { tokenUsage } from "#server/db/usage-schema.ts";

const NAME = "usage";
/** Events searched per transaction. */
const PAGE = 5_000;

/** Sets the position to the newest event, unless a start with a language model has done so before. */
export async function beginCountingUsage({
  config,
  database,
}: Pick<ConsoleContext, "config" | "database">): Promise<void> {
  if (!hasLanguageModel(config)) return;
  const seq = await readLastSeq(database);
  await database.orm.insert(watchedEvents).values({ name: NAME, seq }).onConflictDoNothing();
}

function hasLanguageModel({ model, candidate }: ConsoleContext["config"]): boolean {
  return model.adapter === "openai" || candidate?.adapter === "openai";
}

/**
 * Adds the token usage of new audit events to the table `token_usage`. All processes share one position in the log, so
 * each event counts once. Does nothing in deployments without a language model.
 */
export async function countUsage({ config, database }: Pick<ConsoleContext, "config" | "database">): Promise<void> {
  if (!hasLanguageModel(config)) return;
  let isBehind = true;
  while (isBehind) isBehind = await inTransaction(database, countPage);
}

/** Returns whether events remain. */
async function countPage(transaction: Drizzle): Promise<boolean> {
  const last = await readLastSeq({ orm: transaction });
  const named = eq(watchedEvents.name, NAME);
  const [locked] = await transaction.select().from(watchedEvents).where(named).for("update");
  const above = locked?.seq ?? last;
  const upTo = Math.min(above + PAGE, last);
  if (upTo <= above) return false;
  // No index covers usage. Filtering in SQL avoids transferring the other events.
  const hasUsage = sql`position(convert_to('"usage":{', 'UTF8') in ${events.body}) > 0`;
  const rows = await transaction
    .select({ body: events.body })
    .from(events)
    .where(and(gt(events.seq, above), lte(events.seq, upTo), hasUsage))
    .orderBy(asc(events.seq));
  for (const { body } of rows) await addUsage(transaction, JSON.parse(body.toString()));
  await transaction.update(watchedEvents).set({ seq: upTo }).where(named);
  return upTo < last;
}

async function addUsage(transaction: Drizzle, event: Event): Promise<void> {
  if (!("usage" in event) || event.usage === undefined) return;
  const { input_tokens, cached_input_tokens, output_tokens, cost }: TokenUsage = event.usage;
  const added = {
    requests: 1,
    inputTokens: input_tokens,
    cachedInputTokens: cached_input_tokens,
    outputTokens: output_tokens,
    cost: cost?.amount ?? 0,
  };
  const { payer, payerId, day, currency, ...totals } = tokenUsage;
  await transaction
    .insert(tokenUsage)
    .values({ ...payerOf(event), day: event.at.slice(0, 10), currency: cost?.currency ?? "", ...added })
    .onConflictDoUpdate({
      target: [payer, payerId, day, currency],
      set: {
        requests: sql`${totals.requests} + excluded.requests`,
        inputTokens: sql`${totals.inputTokens} + excluded.input_tokens`,
        cachedInputTokens: sql`${totals.cachedInputTokens} + excluded.cached_input_tokens`,
        outputTokens: sql`${totals.outputTokens} + excluded.output_tokens`,
        cost: sql`${totals.cost} + excluded.cost`,
      },
    });
}

function payerOf(event: Event): { readonly payer: Payer; readonly payerId: string } {
  if ("evaluation_id" in event) return { payer: "evaluation", payerId: event.evaluation_id };
  if (event.kind.startsWith("candidate.")) return { payer: "candidate", payerId: "candidate" };
  return { payer: event.actor.type === "credential" ? "credential" : "member", payerId: event.actor.id };
}
