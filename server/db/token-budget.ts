import { and, eq, gte, lt, ne, type SQL, sql } from "drizzle-orm";
import type { TokenUsage } from "#lib/domain/token-usage.ts";
import { formatCount, formatInstant } from "#lib/format.ts";
import { monthOf } from "#lib/months.ts";
import { auditUnavailable, GatewayError } from "#server/base/errors.ts";
import type { Database } from "./open.ts";
import { tokenUsage } from "./usage-schema.ts";

export type TokenBudget = ReturnType<typeof createTokenBudget>;

/** Part of the fields of a caller. Members have no budgets of their own. */
interface Spender {
  readonly id: string;
  readonly monthlyTokens?: number | null;
}

/** Input and output tokens; the unit of budgets. */
export const TOKENS = sql<number>`coalesce(sum(${tokenUsage.inputTokens} + ${tokenUsage.outputTokens}), 0)::double precision`;

/** The usage of the candidate counts towards the candidate's budget, all other usage towards the gateway's. */
const PAID_BY = { gateway: ne(tokenUsage.payer, "candidate"), candidate: eq(tokenUsage.payer, "candidate") };

export function isThisMonth(now: Date): SQL | undefined {
  const [from, until] = monthOf(now).map((day) => day.toISOString().slice(0, 10));
  return and(gte(tokenUsage.day, sql`${from}::date`), lt(tokenUsage.day, sql`${until}::date`));
}

/**
 * The monthly budget of tokens (UTC) for all calls to the model of the gateway or of the candidate; unlimited if `limit`
 * is undefined. All processes with the same database share it.
 */
export function createTokenBudget(
  { orm, pool }: Database,
  now: () => Date,
  owner: keyof typeof PAID_BY,
  limit: number | undefined,
) {
  const sumThisMonth = (isPaid: SQL | undefined) =>
    sql`(select ${TOKENS} from ${tokenUsage} where ${and(isThisMonth(now()), isPaid)})`;

  return {
    /**
     * Throws RATE_LIMITED if this budget or the one of the API key is used up. Calls in flight are not counted yet, so
     * they may together exceed a budget. Makes one query, and none without a budget.
     */
    async requireLeft({ id, monthlyTokens }: Spender = { id: "" }): Promise<void> {
      const isOwn = and(eq(tokenUsage.payer, "credential"), eq(tokenUsage.payerId, id));
      const budgets = [
        { name: "this API key", most: monthlyTokens ?? undefined, isPaid: isOwn },
        { name: `the ${owner}`, most: limit, isPaid: PAID_BY[owner] },
      ].flatMap(({ most, ...budget }) => (most === undefined ? [] : { ...budget, most }));
      if (budgets.length === 0) return;
      const sums = budgets.map(({ isPaid }) => sumThisMonth(isPaid));
      const selected = sql`select array[${sql.join(sums, sql`, `)}] as used`;
      const { rows } = await orm.execute<{ used: number[] }>(selected).catch((error) => {
        throw auditUnavailable(error);
      });
      const spent = budgets.find(({ most }, index) => (rows[0]?.used[index] ?? 0) >= most);
      if (spent === undefined) return;
      const [, end] = monthOf(now());
      const message = `The monthly budget of ${spent.name}, ${formatCount(spent.most)} tokens, is used up until ${formatInstant(end.toISOString())} UTC.`;
      const retryAfter = (end.getTime() - now().getTime()) / 1_000;
      throw new GatewayError("RATE_LIMITED", { reason: "budget", message, detail: message, retryAfter });
    },
    /** Counts tokens that no audit event reports, such as those of tests of the model. */
    async count(usage: TokenUsage): Promise<void> {
      const day = now().toISOString().slice(0, 10);
      await pool.query("select count_tokens($1, $2, $2, $3)", [day, owner, JSON.stringify(usage)]);
    },
    /** Returns the tokens used this month, and the limit; null without one. */
    async read() {
      const { rows } = await orm.execute<{ used: number }>(sql`select ${sumThisMonth(PAID_BY[owner])} as used`);
      return { used: rows[0]?.used ?? 0, limit: limit ?? null };
    },
  };
}
