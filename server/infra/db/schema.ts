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
import { type EventKind, PREDICTIONS } from "#lib/console/audit-events.ts";
import { OUTCOME_STATUSES } from "#lib/console/outcomes.ts";
import { type Checklist, VERDICTS } from "#lib/console/reviews.ts";
import { ORIGINS, STATUSES } from "#lib/console/submissions.ts";
import { DIMENSION_NAMES, REVIEW_HISTORIES } from "#lib/console/track-record.ts";
import type { ErrorCode } from "#lib/contract/error-table.ts";
import { bytes, instant } from "./columns.ts";

// Tasks by their identity, each content once.

export const tasks = pgTable(
  "tasks",
  {
    taskId: text("task_id").primaryKey(),
    canonical: bytes("canonical").notNull(),
    /** The task's instructions, to search in. */
    question: text("question").notNull(),
    /** The resolution date, to the millisecond. */
    resolvesAt: instant("resolves_at").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [index("tasks_by_resolution").on(table.resolvesAt, table.taskId)],
);

export const inputs = pgTable("inputs", {
  inputId: text("input_id").primaryKey(),
  canonical: bytes("canonical").notNull(),
  /** The information cutoff, as its author wrote it. */
  asOf: text("as_of").notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

// A submission waits for two verdicts. Approval creates a binding and an approval.

export const submissions = pgTable(
  "submissions",
  {
    id: uuid("id").primaryKey(),
    release: text("release").notNull(),
    taskId: text("task_id")
      .notNull()
      .references(() => tasks.taskId),
    inputId: text("input_id")
      .notNull()
      .references(() => inputs.inputId),
    /** The option ids in the author's order: the canonical form sorts them. */
    options: text("options").array().notNull(),
    title: text("title").notNull(),
    note: text("note").notNull().default(""),
    status: text("status", { enum: STATUSES }).notNull(),
    origin: text("origin", { enum: ORIGINS }).notNull(),
    /** The author declared that the options have an order, which is theirs. */
    ordered: boolean("ordered").notNull().default(false),
    authorId: text("author_id").notNull(),
    supersedes: uuid("supersedes"),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    index("submissions_by_status").on(table.status, table.createdAt),
    index("submissions_by_author").on(table.authorId, table.createdAt),
    index("submissions_by_task").on(table.taskId),
    index("submissions_by_predecessor").on(table.supersedes).where(sql`supersedes is not null`),
    uniqueIndex("one_caller_submission_per_content")
      .on(table.release, table.taskId, table.inputId)
      .where(sql`origin = 'caller'`),
  ],
);

/** Who is viewing a submission, so that two reviewers do not do the same work. A claim is only a hint, and expires. */
export const claims = pgTable("claims", {
  submissionId: uuid("submission_id")
    .primaryKey()
    .references(() => submissions.id),
  reviewerId: text("reviewer_id").notNull(),
  expiresAt: instant("expires_at").notNull(),
});

/** What a member composes before submitting; private to the member. */
export const drafts = pgTable(
  "drafts",
  {
    id: uuid("id").primaryKey(),
    memberId: text("member_id").notNull(),
    title: text("title").notNull(),
    /** The form's content, or the JSON as typed, in UTF-8. */
    content: bytes("content").notNull(),
    /** The id of the save that wrote the content: the next save names it. */
    saveId: uuid("save_id").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [index("drafts_by_member").on(table.memberId, table.updatedAt)],
);

export const verdicts = pgTable(
  "verdicts",
  {
    id: uuid("id").primaryKey(),
    submissionId: uuid("submission_id")
      .notNull()
      .references(() => submissions.id),
    reviewerId: text("reviewer_id").notNull(),
    binding: text("binding", { enum: VERDICTS }).notNull(),
    quality: text("quality", { enum: VERDICTS }).notNull(),
    checklist: jsonb("checklist").$type<Checklist>().notNull(),
    note: text("note").notNull().default(""),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [uniqueIndex("one_verdict_per_reviewer").on(table.submissionId, table.reviewerId)],
);

const revocation = {
  submissionId: uuid("submission_id").notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
  revokedAt: instant("revoked_at"),
  revokedBy: text("revoked_by"),
  revokedReason: text("revoked_reason"),
};

export const bindings = pgTable(
  "bindings",
  { id: uuid("id").primaryKey(), release: text("release").notNull(), taskId: text("task_id").notNull(), ...revocation },
  (table) => [uniqueIndex("one_binding_in_force").on(table.taskId, table.release).where(sql`revoked_at is null`)],
);

export const approvals = pgTable(
  "approvals",
  {
    id: uuid("id").primaryKey(),
    taskId: text("task_id").notNull(),
    inputId: text("input_id").notNull(),
    ...revocation,
  },
  (table) => [
    uniqueIndex("one_approval_in_force").on(table.inputId, table.taskId).where(sql`revoked_at is null`),
    index("approvals_by_task").on(table.taskId),
  ],
);

// What happened. An entry counts once a second person has confirmed it; a correction is a new entry.

export const outcomes = pgTable(
  "outcomes",
  {
    /** In the order in which the entries were made. */
    id: uuid("id").primaryKey(),
    taskId: text("task_id")
      .notNull()
      .references(() => tasks.taskId),
    /** The option that happened; null: void, no option can be said to have happened. */
    option: text("option"),
    /** When it was decided: no forecast made from here on is scored. */
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

/** What members say about a question, in the order of their ids; never changed. */
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

/** Tags of questions, by task id, and of submissions. One that was taken away is not active. */
export const tags = pgTable(
  "tags",
  {
    subjectId: text("subject_id").notNull(),
    tag: text("tag").notNull(),
    active: boolean("active").notNull(),
  },
  (table) => [primaryKey({ columns: [table.subjectId, table.tag] }), index("tags_by_name").on(table.tag)],
);

// What forecasts were worth: computed from the audit log when an outcome is confirmed, and again when it is corrected.

export const scoredQuestions = pgTable("scored_questions", {
  taskId: text("task_id").primaryKey(),
  /** In the order in which outcomes were first confirmed; modulo GROUPS, the random group of the question. */
  number: integer("number").generatedAlwaysAsIdentity(),
  outcomeId: uuid("outcome_id").notNull(),
  option: text("option"),
  happenedAt: instant("happened_at").notNull(),
  /** How many forecasts are scored: none by a void outcome. */
  scored: integer("scored").notNull(),
  /** How many were made before the event, and how many after it. */
  before: integer("before").notNull(),
  late: integer("late").notNull(),
});

export const forecastScores = pgTable(
  "forecast_scores",
  {
    requestId: uuid("request_id").primaryKey(),
    taskId: text("task_id").notNull(),
    inputId: text("input_id").notNull(),
    /** The random group of the question. */
    bucket: smallint("bucket").notNull(),
    generatedAt: instant("generated_at").notNull(),
    happenedAt: instant("happened_at").notNull(),
    version: text("version").notNull(),
    horizon: text("horizon").notNull(),
    origin: text("origin", { enum: ORIGINS }),
    review: text("review", { enum: REVIEW_HISTORIES }),
    reviewers: text("reviewers").array().notNull(),
    findings: text("findings").array().notNull(),
    /** In the canonical order of the options. */
    probabilities: doublePrecision("probabilities").array().notNull(),
    /** A bit for each bin of the reliability diagram that has one of them. */
    bins: smallint("bins").notNull(),
    /** The index of the option that happened. */
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
  ],
);

/** Sums over the scores of one random group of questions: what the track record adds up. */
export const scoreTotals = pgTable(
  "score_totals",
  {
    dimension: text("dimension", { enum: DIMENSION_NAMES }).notNull(),
    value: text("value").notNull(),
    bucket: smallint("bucket").notNull(),
    forecasts: integer("forecasts").notNull(),
    questions: integer("questions").notNull(),
    brier: doublePrecision("brier").notNull(),
    log: doublePrecision("log").notNull(),
    binaryForecasts: integer("binary_forecasts").notNull(),
    binary: doublePrecision("binary").notNull(),
    rpsForecasts: integer("rps_forecasts").notNull(),
    rps: doublePrecision("rps").notNull(),
    uniformBrier: doublePrecision("uniform_brier").notNull(),
    uniformLog: doublePrecision("uniform_log").notNull(),
    baseForecasts: integer("base_forecasts").notNull(),
    baseBrier: doublePrecision("base_brier").notNull(),
    baseLog: doublePrecision("base_log").notNull(),
    baseOwnBrier: doublePrecision("base_own_brier").notNull(),
    baseOwnLog: doublePrecision("base_own_log").notNull(),
    crowdForecasts: integer("crowd_forecasts").notNull(),
    crowdBrier: doublePrecision("crowd_brier").notNull(),
    crowdLog: doublePrecision("crowd_log").notNull(),
    crowdOwnBrier: doublePrecision("crowd_own_brier").notNull(),
    crowdOwnLog: doublePrecision("crowd_own_log").notNull(),
    /** Four numbers for each bin of the reliability diagram. */
    bins: doublePrecision("bins").array().notNull(),
    tops: integer("tops").array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.dimension, table.value, table.bucket] }),
    index("totals_by_bucket").on(table.bucket),
  ],
);

// Callers' API keys. A rotated credential has two valid keys for a while.

export const credentials = pgTable("credentials", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  /** Requests per minute; null means the deployment's default. */
  ratePerMinute: integer("rate_per_minute"),
  expiresAt: instant("expires_at"),
  createdBy: text("created_by").notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
  revokedAt: instant("revoked_at"),
  lastUsedAt: instant("last_used_at"),
});

export const credentialKeys = pgTable(
  "credential_keys",
  {
    keyId: text("key_id").primaryKey(),
    credentialId: uuid("credential_id")
      .notNull()
      .references(() => credentials.id),
    secretHash: bytes("secret_hash").notNull(),
    /** The member who saw the key: counts as an author of what it sends. */
    createdBy: text("created_by").notNull(),
    /** The end of the overlap, set when the key is rotated out. */
    expiresAt: instant("expires_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [index("keys_by_credential").on(table.credentialId), index("keys_by_creator").on(table.createdBy)],
);

/**
 * The id by which signed checkpoints name this database. The first row is created with the database; a new row is added
 * when an operator accepts a loss of events. The latest row counts.
 */
export const databaseIdentity = pgTable("database_identity", {
  id: uuid("id").primaryKey(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

/** The request of each idempotency key, for 24 hours. Its outcome is in the audit log. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    /** SHA-256 of the caller and the key. */
    keyHash: bytes("key_hash").primaryKey(),
    /** SHA-256 of the request: a different request under the same key is refused. */
    requestDigest: bytes("request_digest").notNull(),
    requestId: uuid("request_id").notNull(),
    /** By then the request has ended, with or without an outcome in the audit log. */
    endsAt: instant("ends_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("idempotency_keys_by_expiry").on(table.expiresAt)],
);

/** Event kinds as SQL literals. */
const literals = (kinds: readonly EventKind[]) => sql.raw(kinds.map((kind) => `'${kind}'`).join(", "));

// The audit log. Only the SQL function append_events() inserts rows; a trigger refuses updates and deletions.

export const events = pgTable(
  "events",
  {
    seq: bigint("seq", { mode: "number" }).primaryKey(),
    at: instant("at").notNull(),
    kind: text("kind").$type<EventKind>().notNull(),
    requestId: uuid("request_id"),
    actorId: text("actor_id"),
    release: text("release"),
    taskId: text("task_id"),
    inputId: text("input_id"),
    code: text("code").$type<ErrorCode>(),
    /** The number of refusals that a counted event stands for; null means one. */
    count: integer("count"),
    /** The option that a forecast chose. */
    choice: text("choice"),
    body: bytes("body").notNull(),
    hash: bytes("hash").notNull(),
  },
  (table) => [
    // Each index costs every prediction time: an opening event is in none of these, an answer in two. Queries without
    // an index scan a limited window of the log.
    index("outcomes_by_request")
      .on(table.requestId)
      .where(sql`kind <> ${literals(["prediction.opened"])}`),
    index("forecasts_by_task")
      .on(table.taskId, table.seq)
      .where(sql`kind = ${literals(["prediction.answered"])}`),
    index("refusals_by_code").on(table.code, table.seq).where(sql`code is not null`),
    index("changes_in_order")
      .on(table.seq, table.kind)
      .where(sql`kind not in (${literals(PREDICTIONS)})`),
  ],
);
