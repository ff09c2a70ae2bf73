import { and, asc, eq, gte, sql } from "drizzle-orm";
import { type Payer, USAGE_DAYS, type UsageTotal } from "#lib/domain/token-usage.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import type { Database } from "#server/db/open.ts";
import { tokenUsage } from "#server/db/usage-schema.ts";

const DAY_MS = 86_400_000;

const sum = (column: { readonly name: string }) => sql<number>`sum(${column})::double precision`;

const TOTALS = {
  currency: tokenUsage.currency,
  requests: sum(tokenUsage.requests),
  input_tokens: sum(tokenUsage.inputTokens),
  cached_input_tokens: sum(tokenUsage.cachedInputTokens),
  output_tokens: sum(tokenUsage.outputTokens),
  reasoning_tokens: sum(tokenUsage.reasoningTokens),
  cost: sum(tokenUsage.cost),
};

/** Returns the usage of an evaluation, one total for each currency. */
export function readEvaluationUsage({ orm }: Pick<Database, "orm">, evaluationId: string): Promise<UsageTotal[]> {
  return orm
    .select(TOTALS)
    .from(tokenUsage)
    .where(and(eq(tokenUsage.payer, "evaluation"), eq(tokenUsage.payerId, evaluationId)))
    .groupBy(tokenUsage.currency)
    .orderBy(asc(tokenUsage.currency));
}

/** Returns the usage of each credential in the last USAGE_DAYS days, one total for each currency. */
export function readCredentialUsage(gateway: Recent): Promise<(UsageTotal & { readonly credentialId: string })[]> {
  return gateway.database.orm
    .select({ credentialId: tokenUsage.payerId, ...TOTALS })
    .from(tokenUsage)
    .where(and(eq(tokenUsage.payer, "credential"), isRecent(gateway)))
    .groupBy(tokenUsage.payerId, tokenUsage.currency)
    .orderBy(asc(tokenUsage.payerId), asc(tokenUsage.currency));
}

/** Returns the usage of each kind of payer in the last USAGE_DAYS days, one total for each currency. */
export function readRecentUsage(gateway: Recent): Promise<(UsageTotal & { readonly payer: Payer })[]> {
  return gateway.database.orm
    .select({ payer: tokenUsage.payer, ...TOTALS })
    .from(tokenUsage)
    .where(isRecent(gateway))
    .groupBy(tokenUsage.payer, tokenUsage.currency)
    .orderBy(asc(tokenUsage.payer), asc(tokenUsage.currency));
}

type Recent = Pick<ConsoleContext, "database" | "now">;

/** Days in UTC; the current day is the last one. */
function isRecent({ now }: Pick<ConsoleContext, "now">) {
  return gte(tokenUsage.day, new Date(now().getTime() - (USAGE_DAYS - 1) * DAY_MS).toISOString().slice(0, 10));
}
