import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { type EventKind, PREDICTIONS } from "#lib/console/audit-events.ts";
import { type Checklist, VERDICTS } from "#lib/console/reviews.ts";
import { ORIGINS, STATUSES } from "#lib/console/submissions.ts";
import type { ErrorCode } from "#lib/contract/error-table.ts";
import { bytes, instant } from "./columns.ts";

// What was asked, once per content, under its identity.

export const tasks = pgTable("tasks", {
  taskId: text("task_id").primaryKey(),
  canonical: bytes("canonical").notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const inputs = pgTable("inputs", {
  inputId: text("input_id").primaryKey(),
  canonical: bytes("canonical").notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

// Review: a submission waits for two verdicts; approved ones leave a binding and an approval.

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
    /** The option ids in the author's order: the task's canonical form has them sorted. */
    options: text("options").array().notNull(),
    title: text("title").notNull(),
    note: text("note").notNull().default(""),
    status: text("status", { enum: STATUSES }).notNull(),
    origin: text("origin", { enum: ORIGINS }).notNull(),
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

/** Who is looking at a submission, so that two reviewers do not do the same work. A claim binds nobody, and lapses. */
export const claims = pgTable("claims", {
  submissionId: uuid("submission_id")
    .primaryKey()
    .references(() => submissions.id),
  reviewerId: text("reviewer_id").notNull(),
  expiresAt: instant("expires_at").notNull(),
});

/** What a member composes and has not submitted: theirs alone. */
export const drafts = pgTable(
  "drafts",
  {
    id: uuid("id").primaryKey(),
    memberId: text("member_id").notNull(),
    title: text("title").notNull(),
    /** The form as it stands, or the JSON as it was typed: in UTF-8. */
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
  (table) => [uniqueIndex("one_approval_in_force").on(table.inputId, table.taskId).where(sql`revoked_at is null`)],
);

// Credentials: what callers present. A rotated one has two keys for a while.

export const credentials = pgTable("credentials", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  /** Requests a minute; null: the deployment's default. */
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
    /** Who was shown the key: they are an author of what it sends. */
    createdBy: text("created_by").notNull(),
    /** Set when the key is rotated out: the end of the overlap. */
    expiresAt: instant("expires_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [index("keys_by_credential").on(table.credentialId), index("keys_by_creator").on(table.createdBy)],
);

/**
 * Signed checkpoints name the database that they are of by this id. The first row is made with the database; another is
 * added when an operator accepts the loss of events, and is the one that counts from then on.
 */
export const databaseIdentity = pgTable("database_identity", {
  id: uuid("id").primaryKey(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

/** Which request an idempotency key stands for, for 24 hours. What became of it is in the audit log. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    /** SHA-256 of the caller and the key. */
    keyHash: bytes("key_hash").primaryKey(),
    /** SHA-256 of the request: another one under the same key is refused. */
    requestDigest: bytes("request_digest").notNull(),
    requestId: uuid("request_id").notNull(),
    /** From then on, the request has ended for certain, with or without an outcome in the audit log. */
    endsAt: instant("ends_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("idempotency_keys_by_expiry").on(table.expiresAt)],
);

/** Kinds of events as SQL. */
const literals = (kinds: readonly EventKind[]) => sql.raw(kinds.map((kind) => `'${kind}'`).join(", "));

// The record. Rows come from the function append_events() alone; a trigger refuses every change and deletion.

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
    /** How many refusals the event stands for, where they were counted; null: one. */
    count: integer("count"),
    body: bytes("body").notNull(),
    hash: bytes("hash").notNull(),
  },
  (table) => [
    // An index costs every prediction that is in it time: of these, an opening is in none and an answer in two. What
    // has none is searched a stretch of the record at a time.
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
