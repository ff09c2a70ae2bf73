import { sql } from "drizzle-orm";
import {
  bigint,
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
import type { ErrorCode } from "#lib/contract/error-table.ts";
import { STATUSES } from "#lib/contract/statuses.ts";
import { type EventKind, FORECASTING, OPENINGS } from "#lib/domain/audit-events.ts";
import { type Checklist, VERDICTS } from "#lib/domain/reviews.ts";
import { ORIGINS } from "#lib/domain/submissions.ts";
import { bytes, instant } from "./columns.ts";
import { wordsOf } from "./matches-words.ts";

// Tasks and inputs. Equal content is stored once.

export const tasks = pgTable(
  "tasks",
  {
    taskId: text("task_id").primaryKey(),
    canonical: bytes("canonical").notNull(),
    /** Instructions of the task, for full-text search. */
    question: text("question").notNull(),
    /** Option ids in canonical order. */
    options: text("options").array().notNull(),
    /** Ids and descriptions of the options, for full-text search. */
    optionsText: text("options_text").notNull(),
    /**
     * The options from lowest to highest: their indices in `options`. Empty if a reviewer declared that they have no
     * order; null if nobody has declared an order.
     */
    optionOrder: smallint("option_order").array(),
    resolvesAt: instant("resolves_at").notNull(),
    /** The erasure of the content, in whose place a notice is stored. */
    erasedBy: uuid("erased_by"),
    createdAt: instant("created_at").notNull().default(sql`now()`),
  },
  (table) => [
    index("tasks_by_resolution").on(table.resolvesAt, table.taskId),
    index("tasks_by_option").using("gin", table.options),
    index("tasks_by_word").using("gin", wordsOf(table.question, table.optionsText)),
  ],
);

export const inputs = pgTable("inputs", {
  inputId: text("input_id").primaryKey(),
  canonical: bytes("canonical").notNull(),
  /** Information cutoff, as written in the request. */
  asOf: text("as_of").notNull(),
  erasedBy: uuid("erased_by"),
  createdAt: instant("created_at").notNull().default(sql`now()`),
});

// A submission waits for verdicts of reviewers. If they approve it, it gets a binding and an approval.

/** Decided by reviewers; the shipped examples are not. Literals instead of parameters, because an index needs them. */
export const isDecided = sql`status in ('approved', 'changes_requested', 'rejected') and origin <> 'first_start'`;

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
    /** Option ids in the author's order, which the canonical form does not preserve. */
    options: text("options").array().notNull(),
    title: text("title").notNull(),
    note: text("note").notNull().default(""),
    status: text("status", { enum: STATUSES }).notNull(),
    origin: text("origin", { enum: ORIGINS }).notNull(),
    /** Name of the MCP client as it announced itself, which is unverified; null for other API surfaces. */
    client: text("client"),
    /** The author's own id of the question. Imported outcomes may refer to it. */
    ownId: text("own_id"),
    authorId: text("author_id").notNull(),
    supersedes: uuid("supersedes"),
    /** Id of the import that created the submission. */
    batch: uuid("batch"),
    /** Findings of the automated checks at submission, such as "high:date-after-as-of"; the most severe first. */
    findings: text("findings").array().notNull(),
    /** Id of the assigned reviewer. Only a hint, because any reviewer may decide. */
    assignedTo: text("assigned_to"),
    /** The erasure of the submission. */
    erasedBy: uuid("erased_by"),
    createdAt: instant("created_at").notNull().default(sql`now()`),
    updatedAt: instant("updated_at").notNull().default(sql`now()`),
  },
  (table) => [
    index("submissions_by_status").on(table.status, table.createdAt),
    index("submissions_by_decision").on(table.updatedAt).where(isDecided),
    index("submissions_by_author").on(table.authorId, table.createdAt),
    index("submissions_by_task").on(table.taskId),
    index("submissions_by_own_id").on(table.ownId).where(sql`own_id is not null`),
    index("submissions_by_word").using("gin", wordsOf(table.title)),
    index("submissions_by_predecessor").on(table.supersedes).where(sql`supersedes is not null`),
    uniqueIndex("one_caller_submission_per_content")
      .on(table.release, table.taskId, table.inputId)
      .where(sql`origin in ('caller', 'agent') and supersedes is null`),
  ],
);

/** The reviewer who is viewing a submission, shown to others so that two reviewers do not do the same work. */
export const claims = pgTable("claims", {
  submissionId: uuid("submission_id")
    .primaryKey()
    .references(() => submissions.id),
  reviewerId: text("reviewer_id").notNull(),
  expiresAt: instant("expires_at").notNull(),
});

/** Unfinished submissions, visible only to the member who writes them. */
export const drafts = pgTable(
  "drafts",
  {
    id: uuid("id").primaryKey(),
    memberId: text("member_id").notNull(),
    title: text("title").notNull(),
    /** Content of the form, or the JSON text as typed, in UTF-8. */
    content: bytes("content").notNull(),
    /** Id of the last save. The next save must send it, so that saves from another tab are not overwritten. */
    saveId: uuid("save_id").notNull(),
    createdAt: instant("created_at").notNull().default(sql`now()`),
    updatedAt: instant("updated_at").notNull().default(sql`now()`),
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
    /** Requested expiry of what the verdicts approve; null: none. */
    expiresAt: instant("expires_at"),
    createdAt: instant("created_at").notNull().default(sql`now()`),
  },
  (table) => [uniqueIndex("one_verdict_per_reviewer").on(table.submissionId, table.reviewerId)],
);

const validity = {
  submissionId: uuid("submission_id").notNull(),
  createdAt: instant("created_at").notNull().default(sql`now()`),
  /** Null: does not expire. */
  expiresAt: instant("expires_at"),
  /** Also set when a later review replaces the row because it expires earlier. */
  revokedAt: instant("revoked_at"),
  revokedBy: text("revoked_by"),
  revokedReason: text("revoked_reason"),
};

export const bindings = pgTable(
  "bindings",
  { id: uuid("id").primaryKey(), release: text("release").notNull(), taskId: text("task_id").notNull(), ...validity },
  (table) => [
    uniqueIndex("one_binding_in_force").on(table.taskId, table.release).where(sql`revoked_at is null`),
    index("bindings_by_end").on(table.expiresAt).where(sql`revoked_at is null and expires_at is not null`),
  ],
);

export const approvals = pgTable(
  "approvals",
  {
    id: uuid("id").primaryKey(),
    taskId: text("task_id").notNull(),
    inputId: text("input_id").notNull(),
    ...validity,
  },
  (table) => [
    uniqueIndex("one_approval_in_force").on(table.inputId, table.taskId).where(sql`revoked_at is null`),
    index("approvals_by_end").on(table.expiresAt).where(sql`revoked_at is null and expires_at is not null`),
    index("approvals_by_task").on(table.taskId),
  ],
);

/**
 * The id of this database in signed checkpoints. The first row is created with the database; each accepted loss of
 * events adds a row. The latest row is the current id.
 */
export const databaseIdentity = pgTable("database_identity", {
  id: uuid("id").primaryKey(),
  createdAt: instant("created_at").notNull().default(sql`now()`),
});

/** The keys that may sign for a log. Each addition is also an audit event; verifiers trust only LOG_KEY_FILE. */
export const logKeys = pgTable(
  "log_keys",
  {
    databaseId: uuid("database_id").notNull(),
    keyId: text("key_id").notNull(),
    /** Ed25519 public key of 32 bytes, in base64. */
    publicKey: text("public_key").notNull(),
  },
  (table) => [uniqueIndex("one_row_per_log_key").on(table.databaseId, table.keyId)],
);

/** Maps each idempotency key to its request for 24 hours. The outcome of the request is in the audit log. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    /** SHA-256 of the caller and the key. */
    keyHash: bytes("key_hash").primaryKey(),
    /** SHA-256 of the request. A different request with the same key is refused. */
    requestDigest: bytes("request_digest").notNull(),
    requestId: uuid("request_id").notNull(),
    /**
     * After this time, by the clock of the database, the request has certainly ended, with or without an outcome in the
     * audit log.
     */
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
    /** Number of refusals that this event counts; null means one. */
    count: integer("count"),
    /** Index, in canonical order, of the most probable option of a forecast. */
    choice: smallint("choice"),
    body: bytes("body").notNull(),
    hash: bytes("hash").notNull(),
  },
  (table) => [
    // Lists read the newest events of each kind from these indexes (server/audit/log/read-newest.ts). Each index slows
    // down every prediction, so opening events are only in the first two.
    index("events_by_kind").on(table.kind, table.at, table.seq),
    index("events_by_request").on(table.requestId).where(sql`request_id is not null`),
    ...[table.actorId, table.taskId, table.code].map((column) =>
      index(`events_by_${column.name}`)
        .on(column, table.kind, table.at, table.seq)
        .where(sql`${sql.identifier(column.name)} is not null and kind not in (${literals(OPENINGS)})`),
    ),
    index("changes_in_order")
      .on(table.seq, table.kind)
      .where(sql`kind not in (${literals(FORECASTING)})`),
  ],
);

/**
 * The texts, personal data and hidden fields of events. Each is the disclosure to whose digest the event commits, so it
 * can be erased, but not changed unnoticed.
 */
export const eventContents = pgTable(
  "event_contents",
  {
    seq: bigint("seq", { mode: "number" }).notNull(),
    field: text("field").notNull(),
    disclosure: text("disclosure").notNull(),
  },
  (table) => [primaryKey({ columns: [table.seq, table.field] })],
);
