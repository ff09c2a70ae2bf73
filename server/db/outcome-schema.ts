import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { OUTCOME_STATUSES } from "#lib/domain/outcomes.ts";
import { ORIGINS } from "#lib/domain/submissions.ts";
import { DIMENSION_NAMES, REVIEW_HISTORIES } from "#lib/domain/track-record.ts";
import { instant } from "./columns.ts";

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

/** Tags of questions (`subjectId` is a task id) and of submissions. A removed tag stays as an inactive row. */
export const tags = pgTable(
  "tags",
  {
    subjectId: text("subject_id").notNull(),
    tag: text("tag").notNull(),
    active: boolean("active").notNull(),
  },
  (table) => [primaryKey({ columns: [table.subjectId, table.tag] }), index("tags_by_name").on(table.tag)],
);

// Scores, computed from the audit log whenever an outcome or its correction is confirmed.

export const scoredQuestions = pgTable("scored_questions", {
  taskId: text("task_id").primaryKey(),
  /** Sequence number by first confirmation. Modulo GROUPS, it is the random group (`bucket`) of the question. */
  number: integer("number").generatedAlwaysAsIdentity(),
  outcomeId: uuid("outcome_id").notNull(),
  option: text("option"),
  happenedAt: instant("happened_at").notNull(),
  /** Number of scored forecasts; 0 for a void outcome. */
  scored: integer("scored").notNull(),
  /** Number of forecasts made before `happenedAt`. `late` counts those made at or after this time. */
  before: integer("before").notNull(),
  late: integer("late").notNull(),
  /** Number of the last audit event before the confirmation; later forecasts are late. */
  through: bigint("through", { mode: "number" }).notNull(),
  /** Whether forecasts of the question were archived, so that it cannot be scored again. */
  archived: boolean("archived").notNull().default(false),
  /** Whether the worth of the observations was computed for this outcome. A background job computes it. */
  measured: boolean("measured").notNull().default(false),
});

export const forecastScores = pgTable(
  "forecast_scores",
  {
    requestId: uuid("request_id").primaryKey(),
    taskId: text("task_id").notNull(),
    inputId: text("input_id").notNull(),
    /** The API key or member that asked. */
    callerId: text("caller_id").notNull(),
    /** Random group of the question, from `scoredQuestions.number`. */
    bucket: smallint("bucket").notNull(),
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
    rps: doublePrecision("rps"),
    uniformBrier: doublePrecision("uniform_brier").notNull(),
    uniformLog: doublePrecision("uniform_log").notNull(),
    baseBrier: doublePrecision("base_brier"),
    baseLog: doublePrecision("base_log"),
    crowdBrier: doublePrecision("crowd_brier"),
    crowdLog: doublePrecision("crowd_log"),
  },
  (table) => [
    index("scores_by_bucket").on(table.bucket),
    index("scores_by_task").on(table.taskId),
    index("scores_by_log").on(table.log, table.requestId),
    index("scores_by_start").on(table.countsFrom),
  ],
);

/** Scores of the candidate's answers, with the fields that the comparison and the verification need. */
export const candidateScores = pgTable(
  "candidate_scores",
  {
    requestId: uuid("request_id").primaryKey(),
    /** The forecast that the answer accompanies. */
    predictionId: uuid("prediction_id").notNull(),
    taskId: text("task_id").notNull(),
    inputId: text("input_id").notNull(),
    generatedAt: instant("generated_at").notNull(),
    happenedAt: instant("happened_at").notNull(),
    countsFrom: instant("counts_from").notNull(),
    retrospective: boolean("retrospective").notNull(),
    version: text("version").notNull(),
    /** Probabilities of the options in canonical order. */
    probabilities: doublePrecision("probabilities").array().notNull(),
    /** Index of the option that happened, in canonical order. */
    happened: smallint("happened").notNull(),
    option: text("option").notNull(),
    choice: text("choice").notNull(),
    brier: doublePrecision("brier").notNull(),
    log: doublePrecision("log").notNull(),
  },
  (table) => [index("candidate_scores_by_task").on(table.taskId)],
);

/**
 * Sums of the mean scores of questions, per dimension, value and random group of questions. The track record adds these
 * sums up.
 */
export const scoreTotals = pgTable(
  "score_totals",
  {
    dimension: text("dimension", { enum: DIMENSION_NAMES }).notNull(),
    value: text("value").notNull(),
    bucket: smallint("bucket").notNull(),
    /** In the dimension `early`: when the first of its scores counts, so that the totals are recomputed. Otherwise null. */
    countsFrom: instant("counts_from"),
    forecasts: integer("forecasts").notNull(),
    questions: integer("questions").notNull(),
    brier: doublePrecision("brier").notNull(),
    log: doublePrecision("log").notNull(),
    forecastBrier: doublePrecision("forecast_brier").notNull(),
    forecastLog: doublePrecision("forecast_log").notNull(),
    happenedProbability: doublePrecision("happened_probability").notNull(),
    binaryQuestions: integer("binary_questions").notNull(),
    binary: doublePrecision("binary").notNull(),
    rpsQuestions: integer("rps_questions").notNull(),
    rps: doublePrecision("rps").notNull(),
    uniformBrier: doublePrecision("uniform_brier").notNull(),
    uniformLog: doublePrecision("uniform_log").notNull(),
    baseQuestions: integer("base_questions").notNull(),
    baseBrier: doublePrecision("base_brier").notNull(),
    baseLog: doublePrecision("base_log").notNull(),
    baseOwnBrier: doublePrecision("base_own_brier").notNull(),
    baseOwnLog: doublePrecision("base_own_log").notNull(),
    crowdQuestions: integer("crowd_questions").notNull(),
    crowdBrier: doublePrecision("crowd_brier").notNull(),
    crowdLog: doublePrecision("crowd_log").notNull(),
    crowdOwnBrier: doublePrecision("crowd_own_brier").notNull(),
    crowdOwnLog: doublePrecision("crowd_own_log").notNull(),
    /** Five numbers for each bin of the reliability diagram. */
    bins: doublePrecision("bins").array().notNull(),
    tops: doublePrecision("tops").array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.dimension, table.value, table.bucket] }),
    index("totals_by_bucket").on(table.bucket),
  ],
);
