import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { ERASED_THINGS, ERASURE_RULE_NAMES, HELD_THINGS, RETENTION } from "#lib/domain/erasures.ts";
import { instant } from "./columns.ts";

export const erasures = pgTable("erasures", {
  id: uuid("id").primaryKey(),
  thing: text("thing", { enum: ERASED_THINGS }).notNull(),
  /** Empty for a run of the retention. */
  subjectId: text("subject_id").notNull(),
  rule: text("rule", { enum: [...ERASURE_RULE_NAMES, RETENTION] }).notNull(),
  status: text("status", { enum: ["requested", "withdrawn", "carried_out"] }).notNull(),
  requestedBy: text("requested_by").notNull(),
  requestedAt: instant("requested_at").notNull(),
  /** When the erasure is carried out without a second administrator; null: not before one confirms it. */
  dueAt: instant("due_at"),
  endedAt: instant("ended_at"),
  /** When the embedded database overwrote the erased rows; null: not yet. */
  vacuumedAt: instant("vacuumed_at"),
});

/** Legal holds. The SQL functions held() and find_hold() define their reach. */
export const holds = pgTable("holds", {
  id: uuid("id").primaryKey(),
  thing: text("thing", { enum: HELD_THINGS }).notNull(),
  /** A task id or the id of an API key. */
  subjectId: text("subject_id").notNull(),
  note: text("note").notNull(),
  setBy: text("set_by").notNull(),
  setAt: instant("set_at").notNull(),
  liftedAt: instant("lifted_at"),
});
