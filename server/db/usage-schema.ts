import { date, doublePrecision, index, integer, numeric, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { PAYERS } from "#lib/domain/token-usage.ts";

// An overflow would make an append to the audit log fail.
const tokens = (name: string) => numeric(name, { mode: "number" }).notNull();

/** Token usage and cost of language models per day (UTC). count_tokens() adds to it in the transaction of the event. */
export const tokenUsage = pgTable(
  "token_usage",
  {
    day: date("day", { mode: "string" }).notNull(),
    payer: text("payer", { enum: PAYERS }).notNull(),
    /** Id of the credential, member or evaluation; "candidate" or "gateway" for these. */
    payerId: text("payer_id").notNull(),
    /** Empty for forecasts without prices. */
    currency: text("currency").notNull(),
    /** Forecasts with known usage, including failed ones. */
    requests: integer("requests").notNull(),
    inputTokens: tokens("input_tokens"),
    cachedInputTokens: tokens("cached_input_tokens"),
    outputTokens: tokens("output_tokens"),
    reasoningTokens: tokens("reasoning_tokens"),
    cost: doublePrecision("cost").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.payer, table.payerId, table.day, table.currency] }),
    index("usage_by_day").on(table.day),
  ],
);
