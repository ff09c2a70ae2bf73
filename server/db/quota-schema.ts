import { bigint, date, pgTable, text } from "drizzle-orm/pg-core";

/** Bytes that a member or an API key has added on its last day (UTC) of activity. */
export const dailyBytes = pgTable("daily_bytes", {
  /** Id of the member or the credential. */
  holder: text("holder").primaryKey(),
  day: date("day", { mode: "string" }).notNull(),
  /** Notes, titles, reasons, outcomes, tags, drafts and single submissions. */
  texts: bigint("texts", { mode: "number" }).notNull(),
  /** Imports of submissions, and evaluation files. */
  files: bigint("files", { mode: "number" }).notNull(),
});
