import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { OUTCOME_STATUSES } from "#lib/domain/outcomes.ts";
import { ORIGINS } from "#lib/domain/submissions.ts";
import { REVIEW_HISTORIES } from "#lib/domain/track-record.ts";
import type { MeasuredInput, QuotingInput } from "#lib/scores/recorded-question.ts";
import { bytes, instant } from "./columns.ts";
import { tasks } from "./schema.ts";

// Outcomes of questions. An entry is used once a second member has confirmed it; a correction is a new entry.

export const outcomes = pgTable(
  "outcomes",
  {
    /** UUIDv7: sorts by creation time. */
    id: uuid("id").primaryKey(),
    taskId: text("task_id")
      .notNull()
      .references(() => tasks.taskId),
    /** The option that happened; null if the question is void (resolved without an outcome). */
    option: text("option"),
    /** When the outcome was decided. Forecasts made at or after this time are not scored. */
    happenedAt: instant("happened_at").notNull(),
    source: text("source").notNull(),
    note: text("note").notNull().default(""),
    status: text("status", { enum: OUTCOME_STATUSES }).notNull(),
    recordedBy: text("recorded_by").notNull(),
    recordedAt: instant("recorded_at").notNull(),
    confirmedBy: text("confirmed_by"),
    confirmedAt: instant("confirmed_at"),
  },
  (table) => [
    index("outcomes_by_task").on(table.taskId, table.id),
    uniqueIndex("one_unconfirmed_outcome").on(table.taskId).where(sql`status = 'recorded'`),
    uniqueIndex("one_confirmed_outcome").on(table.taskId).where(sql`status = 'confirmed'`),
  ],
);

/** Notes of members on a question. Notes are never changed. */
export const questionNotes = pgTable(
  "question_notes",
  {
    id: uuid("id").primaryKey(),
    taskId: text("task_id")
      .notNull()
      .references(() => tasks.taskId),
    authorId: text("author_id").notNull(),
    text: text("text").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("notes_by_task").on(table.taskId, table.id)],
);

/** Tags of questions. A removed tag stays as an inactive row. */
export const tags = pgTable(
  "tags",
  {
    taskId: text("task_id").notNull(),
    tag: text("tag").notNull(),
    active: boolean("active").notNull(),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.tag] }), index("tags_by_name").on(table.tag)],
);

// Scores, computed from the audit log whenever an outcome or its correction is confirmed.

export const scoredQuestions = pgTable("scored_questions", {
  taskId: text("task_id").primaryKey(),
  outcomeId: uuid("outcome_id").notNull(),
  /** The option that happened; null for a void outcome. */
  option: text("option"),
  /** Index of `option` in canonical order. */
  happened: smallint("happened"),
  happenedAt: instant("happened_at").notNull(),
  /** The resolution date. The track record contains the question from this time. */
  countsFrom: instant("counts_from").notNull(),
  /** Number of scored forecasts; 0 for a void outcome. */
  scored: integer("scored").notNull(),
  /** Number of forecasts made before `happenedAt`. `late` counts those made at or after this time. */
  before: integer("before").notNull(),
  late: integer("late").notNull(),
  /** Number of the last audit event before the confirmation; later forecasts are late. */
  through: bigint("through", { mode: "number" }).notNull(),
  /** Whether forecasts of the question were archived, so that it cannot be scored again. */
  archived: boolean("archived").notNull().default(false),
  /** Forecasts of other sources that the approved inputs quote; empty for a void outcome. */
  quotes: jsonb("quotes").$type<readonly QuotingInput[]>().notNull().default([]),
  /** Null until a background job has measured the observations for this outcome. */
  worths: jsonb("worths").$type<readonly MeasuredInput[] | null>(),
});

/** Scores of forecasts, and of the candidate's answers. */
export const forecastScores = pgTable(
  "forecast_scores",
  {
    requestId: uuid("request_id").primaryKey(),
    /** The forecast that an answer of the candidate accompanies; null for forecasts. */
    predictionId: uuid("prediction_id"),
    taskId: text("task_id").notNull(),
    inputId: text("input_id").notNull(),
    /** The API key or member that asked; null for the candidate's answers. */
    callerId: text("caller_id"),
    generatedAt: instant("generated_at").notNull(),
    happenedAt: instant("happened_at").notNull(),
    /**
     * The resolution date. Before it, the score is in the dimension `early` only, because questions that are decided
     * early are not a random sample.
     */
    countsFrom: instant("counts_from").notNull(),
    /** Whether `as_of` lies before the model's training cutoff: the score is in the dimension `retrospective` only. */
    retrospective: boolean("retrospective").notNull(),
    version: text("version").notNull(),
    horizon: text("horizon").notNull(),
    origin: text("origin", { enum: ORIGINS }),
    review: text("review", { enum: REVIEW_HISTORIES }),
    reviewers: text("reviewers").array().notNull(),
    findings: text("findings").array().notNull(),
    /** Probabilities of the options in canonical order. */
    probabilities: doublePrecision("probabilities").array().notNull(),
    /** Bit set: the bins of the reliability diagram that contain one of the probabilities. */
    bins: smallint("bins").notNull(),
    /** Index of the option that happened, in canonical order. */
    happened: smallint("happened").notNull(),
    option: text("option").notNull(),
    choice: text("choice").notNull(),
    brier: doublePrecision("brier").notNull(),
    log: doublePrecision("log").notNull(),
    baseBrier: doublePrecision("base_brier"),
    baseLog: doublePrecision("base_log"),
    crowdBrier: doublePrecision("crowd_brier"),
    crowdLog: doublePrecision("crowd_log"),
  },
  (table) => [
    index("scores_by_task").on(table.taskId, table.requestId),
    index("scores_by_log").on(table.log, table.requestId),
    index("scores_by_start").on(table.countsFrom),
  ],
);

/** Other names of sources. A removed alias stays as a row whose source is null. */
export const sourceAliases = pgTable("source_aliases", {
  alias: text("alias").primaryKey(),
  /** The name under which the league table lists the alias. */
  source: text("source"),
});

/** Reports that a background job computes from the scores. */
export const reports = pgTable("reports", {
  name: text("name").primaryKey(),
  /** Version of the code that computed the report, and seed of its bootstrap. */
  engine: integer("engine").notNull(),
  seed: integer("seed").notNull(),
  /** Number of the last audit event that the report covers. */
  through: bigint("through", { mode: "number" }).notNull(),
  computedAt: instant("computed_at").notNull(),
  /** When the next resolution date passes, so that the report must be computed again. */
  due: instant("due"),
  /** SHA-256 of `body`, in hexadecimal. */
  digest: text("digest").notNull(),
  body: bytes("body").notNull(),
});
