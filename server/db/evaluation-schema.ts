import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { ErrorCode } from "#lib/contract/error-table.ts";
import { EVALUATION_STATUSES } from "#lib/domain/evaluations.ts";
import type { ResolvedFilter } from "#lib/domain/resolved-questions.ts";
import type { Checklist } from "#lib/domain/reviews.ts";
import type { Distribution } from "#lib/stats/distribution.ts";
import { bytes, instant } from "./columns.ts";
import { inputs, tasks } from "./schema.ts";

// Files of resolved questions, approved as a whole. Their forecasts are separate from all others: they have their own
// kinds of audit events, to which the cases table refers.

export const evaluations = pgTable("evaluations", {
  id: uuid("id").primaryKey(),
  title: text("title").notNull(),
  fileName: text("file_name").notNull(),
  release: text("release").notNull(),
  /** SHA-256 of the uncompressed file, in hexadecimal digits. */
  dataDigest: text("data_digest").notNull(),
  /** SHA-256 of the stored cases, from digestCases(). */
  casesDigest: text("cases_digest").notNull(),
  cases: integer("cases").notNull(),
  /** The filter that selected the cases from the resolved questions of this gateway; null for an uploaded file. */
  selection: jsonb("selection").$type<ResolvedFilter>(),
  status: text("status", { enum: EVALUATION_STATUSES }).notNull(),
  uploadedBy: text("uploaded_by").notNull(),
  uploadedAt: instant("uploaded_at").notNull(),
  endedAt: instant("ended_at"),
  /** SHA-256 of the report; null until the evaluation is finished. */
  reportDigest: text("report_digest"),
  /** The report as JSON. */
  report: bytes("report"),
});

export const evaluationCases = pgTable(
  "evaluation_cases",
  {
    /** Not a foreign key, because cases are inserted in batches before the row of their evaluation. */
    evaluationId: uuid("evaluation_id").notNull(),
    /** Zero-based index of the case in the file. */
    index: integer("index").notNull(),
    line: integer("line").notNull(),
    set: text("set").notNull(),
    question: text("question").notNull(),
    taskId: text("task_id")
      .notNull()
      .references(() => tasks.taskId),
    inputId: text("input_id")
      .notNull()
      .references(() => inputs.inputId),
    outcome: text("outcome").notNull(),
    /** The option ids in the order of the file; null if the case is not from a file. */
    options: text("options").array(),
    /** The option ids from lowest to highest; null if the options have no order. */
    optionOrder: text("option_order").array(),
    /** As in the file; null if the file has none. */
    block: text("block"),
    references: jsonb("references").$type<Readonly<Record<string, Distribution>>>(),
    findings: text("findings").array().notNull(),
    /** Request id of the audit event that completed the case; null if the case is not completed. */
    requestId: uuid("request_id"),
    /** Error code, if the case was completed without a forecast. */
    code: text("code").$type<ErrorCode>(),
    reason: text("reason"),
  },
  (table) => [primaryKey({ columns: [table.evaluationId, table.index] }), index("cases_by_task").on(table.taskId)],
);

export const evaluationVerdicts = pgTable(
  "evaluation_verdicts",
  {
    evaluationId: uuid("evaluation_id")
      .notNull()
      .references(() => evaluations.id),
    reviewerId: text("reviewer_id").notNull(),
    approved: boolean("approved").notNull(),
    checklist: jsonb("checklist").$type<Checklist>().notNull(),
    note: text("note").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.evaluationId, table.reviewerId] })],
);
