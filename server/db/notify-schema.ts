import { bigint, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { DELIVERY_STATUSES, type DeliveryError, WEBHOOK_FORMATS } from "#lib/domain/webhooks.ts";
import { bytes, instant } from "./columns.ts";
import { submissions } from "./schema.ts";

// E-mails to members and webhooks to callers and the organisation, and the recipients of a review's result.

/** Number of the last audit event that each background job has processed. */
export const watchedEvents = pgTable("watched_events", {
  name: text("name").primaryKey(),
  seq: bigint("seq", { mode: "number" }).notNull(),
});

/** Notices of each recipient outside the console: a member's e-mails, and the messages of the organisation's webhook. */
export const pendingNotices = pgTable(
  "pending_notices",
  {
    /** Id of the member, or ORGANISATION. */
    recipient: text("recipient").notNull(),
    /** The kind of an audit event or of a waiting state (lib/domain/waiting.ts). */
    kind: text("kind").notNull(),
    /** Number of the audit event, or id of what waits. */
    subject: text("subject").notNull(),
    /** Time of the event, or since when it waits. */
    at: instant("at").notNull(),
    /** Null: not told yet. The row of a waiting state stays until the state ends, so that nobody is told twice. */
    toldAt: instant("told_at"),
  },
  (table) => [primaryKey({ columns: [table.recipient, table.kind, table.subject] })],
);

/** When each recipient was last sent an e-mail or a message about notices. */
export const lastNotices = pgTable("last_notices", {
  recipient: text("recipient").primaryKey(),
  at: instant("at").notNull(),
});

/** The API keys that sent the content of a submission which another caller or member had submitted before. */
export const submissionSenders = pgTable(
  "submission_senders",
  {
    submissionId: uuid("submission_id")
      .notNull()
      .references(() => submissions.id),
    credentialId: text("credential_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.submissionId, table.credentialId] })],
);

/** Webhooks of API keys that are not revoked, and of the organisation; at most one per owner. */
export const webhooks = pgTable("webhooks", {
  /** The id of a credential, or `organisation`. */
  owner: text("owner").primaryKey(),
  format: text("format", { enum: WEBHOOK_FORMATS }).notNull(),
  /** The URL; for Slack only its origin, because the rest is a secret. */
  shownUrl: text("shown_url").notNull(),
  /** The URL and the signing secret, encrypted. */
  sealed: bytes("sealed").notNull(),
  createdAt: instant("created_at").notNull(),
  /** Time and HTTP status of the response after which nothing more is sent; null if there was none. */
  deadAt: instant("dead_at"),
  deadStatus: integer("dead_status"),
});

export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    /** Sent as the `webhook-id` header in every attempt. */
    id: uuid("id").primaryKey(),
    /** The owner of the webhook. */
    owner: text("owner").notNull(),
    /** Null unless the message is about one submission. */
    submissionId: uuid("submission_id").references(() => submissions.id),
    /** The message as JSON. For Slack, each attempt sends a sentence instead. */
    body: text("body").notNull(),
    status: text("status", { enum: DELIVERY_STATUSES }).notNull(),
    createdAt: instant("created_at").notNull(),
    /** Time of the next attempt; null if there is none. */
    nextAt: instant("next_at"),
  },
  (table) => [
    index("deliveries_by_owner").on(table.owner, table.id),
    index("deliveries_by_next").on(table.status, table.nextAt),
  ],
);

export const webhookAttempts = pgTable(
  "webhook_attempts",
  {
    deliveryId: uuid("delivery_id")
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: "cascade" }),
    /** Number of the attempt, starting at 1. */
    number: integer("number").notNull(),
    at: instant("at").notNull(),
    /** HTTP status of the response; null if there was none. */
    status: integer("status"),
    /** Reason why there was no response; null if there was one. */
    error: text("error").$type<DeliveryError>(),
  },
  (table) => [primaryKey({ columns: [table.deliveryId, table.number] })],
);
