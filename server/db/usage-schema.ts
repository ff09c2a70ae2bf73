import { bigint, date, doublePrecision, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { PAYERS } from "#lib/domain/token-usage.ts";

/** Token usage and cost of language models per day (UTC), added up from the audit log. */
export const tokenUsage = pgTable(
  "token_usage",
  {
    day: date("day", { mode: "string" }).notNull(),
    payer: text("payer", { enum: PAYERS }).notNull(),
    /** Id of the credential, member or evaluation; "candidate" for the candidate. */
    payerId: text("payer_id").notNull(),
    /** Empty for forecasts without prices. */
    currency: text("currency").notNull(),
    /** Forecasts with known usage, including failed ones. */
    requests: integer("requests").notNull(),
    inputTokens: bigint("input_tokens", { mode: "number" }).notNull(),
    cachedInputTokens: bigint("cached_input_tokens", { mode: "number" }).notNull(),
    outputTokens: bigint("output_tokens", { mode: "number" }).notNull(),
    cost: doublePrecision("cost").notNull(),
  },
  (table) => [primaryKey({ columns: [table.payer, table.payerId, table.day, table.currency] })],
);
