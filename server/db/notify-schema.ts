import { bigint, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { DELIVERY_STATUSES, type DeliveryError } from "#lib/domain/webhooks.ts";
import { bytes, instant } from "./columns.ts";
import { credentials } from "./credential-schema.ts";
import { members } from "./member-schema.ts";
import { submissions } from "./schema.ts";

// E-mails to members and webhooks to callers about recorded events.

/** The audit event up to which each background job has read the log. */
export const watchedEvents = pgTable("watched_events", {
  name: text("name").primaryKey(),
  seq: bigint("seq", { mode: "number" }).notNull(),
});

/** Audit events that a member has yet to be e-mailed about. */
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

/** Webhook addresses, at most one per credential. */
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
    /** The `webhook-id` header of all attempts. */
    id: uuid("id").primaryKey(),
    credentialId: uuid("credential_id")
      .notNull()
      .references(() => credentials.id),
    /** Null for a test delivery. */
    submissionId: uuid("submission_id").references(() => submissions.id),
    /** JSON. */
    body: text("body").notNull(),
    status: text("status", { enum: DELIVERY_STATUSES }).notNull(),
    createdAt: instant("created_at").notNull(),
    /** The next attempt; null if the delivery is finished. */
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
    /** From 1. */
    number: integer("number").notNull(),
    at: instant("at").notNull(),
    /** The HTTP status; null if there was no response. */
    status: integer("status"),
    /** The reason, if there was no response. */
    error: text("error").$type<DeliveryError>(),
  },
  (table) => [primaryKey({ columns: [table.deliveryId, table.number] })],
);
