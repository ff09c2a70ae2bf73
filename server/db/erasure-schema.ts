import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { ERASED_THINGS, ERASURE_RULE_NAMES } from "#lib/domain/erasures.ts";
import { instant } from "./columns.ts";

export const erasures = pgTable("erasures", {
  id: uuid("id").primaryKey(),
  thing: text("thing", { enum: ERASED_THINGS }).notNull(),
  subjectId: text("subject_id").notNull(),
  rule: text("rule", { enum: ERASURE_RULE_NAMES }).notNull(),
  status: text("status", { enum: ["requested", "withdrawn", "carried_out"] }).notNull(),
  requestedBy: text("requested_by").notNull(),
  requestedAt: instant("requested_at").notNull(),
  /** When the erasure is carried out without a second administrator; null: not before one confirms it. */
  dueAt: instant("due_at"),
  endedAt: instant("ended_at"),
  /** When the embedded database overwrote the erased rows; null: not yet. */
  vacuumedAt: instant("vacuumed_at"),
});
