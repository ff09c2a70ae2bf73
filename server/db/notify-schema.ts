import { bigint, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { DELIVERY_STATUSES, type DeliveryError } from "#lib/domain/webhooks.ts";
import { bytes, instant } from "./columns.ts";
import { credentials } from "./credential-schema.ts";
import { members } from "./member-schema.ts";
import { submissions } from "./schema.ts";

// E-mails to members and webhooks to callers about audit events, and the recipients of a review's result.

/** Number of the last audit event that each background job has processed. */
export const watchedEvents = pgTable("watched_events", {
  name: text("name").primaryKey(),
  seq: bigint("seq", { mode: "number" }).notNull(),
});

/** Audit events that wait for an e-mail to a member. */
export const mailsWaiting = pgTable(
  "mails_waiting",
  {
    memberId: text("member_id")
      .notNull()
      .references(() => members.id),
    seq: bigint("seq", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.seq] })],
);

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

/** Webhook addresses of API keys, at most one per credential. */
export const webhooks = pgTable("webhooks", {
  credentialId: uuid("credential_id")
    .primaryKey()
    .references(() => credentials.id),
  url: text("url").notNull(),
  /** The signing secret, encrypted. */
  secret: bytes("secret").notNull(),
  createdAt: instant("created_at").notNull(),
});

export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    /** Sent as the `webhook-id` header in every attempt. */
    id: uuid("id").primaryKey(),
    credentialId: uuid("credential_id")
      .notNull()
      .references(() => credentials.id),
    /** Null for a test delivery. */
    submissionId: uuid("submission_id").references(() => submissions.id),
    /** The request body as JSON. */
    body: text("body").notNull(),
    status: text("status", { enum: DELIVERY_STATUSES }).notNull(),
    createdAt: instant("created_at").notNull(),
    /** Time of the next attempt; null if there is none. */
    nextAt: instant("next_at"),
  },
  (table) => [
    index("deliveries_by_credential").on(table.credentialId, table.id),
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
