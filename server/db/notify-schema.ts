import { bigint, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { DELIVERY_STATUSES, type DeliveryError } from "#lib/domain/webhooks.ts";
import { bytes, instant } from "./columns.ts";
import { credentials } from "./credential-schema.ts";
import { members } from "./member-schema.ts";
import { submissions } from "./schema.ts";

// What is sent to people and callers when something was recorded.

/** The audit event up to which a background job has read the log; a row for each job. */
export const watchedEvents = pgTable("watched_events", {
  name: text("name").primaryKey(),
  seq: bigint("seq", { mode: "number" }).notNull(),
});

/** The audit events of which a member has yet to get an e-mail. */
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

/** Where a caller is notified, at most one address a credential. */
export const webhooks = pgTable("webhooks", {
  credentialId: uuid("credential_id")
    .primaryKey()
    .references(() => credentials.id),
  url: text("url").notNull(),
  /** What signs the notifications, encrypted. */
  secret: bytes("secret").notNull(),
  createdAt: instant("created_at").notNull(),
});

export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    /** The `webhook-id` of all its attempts. */
    id: uuid("id").primaryKey(),
    credentialId: uuid("credential_id")
      .notNull()
      .references(() => credentials.id),
    /** Null for a test. */
    submissionId: uuid("submission_id").references(() => submissions.id),
    /** The JSON text that is sent. */
    body: text("body").notNull(),
    status: text("status", { enum: DELIVERY_STATUSES }).notNull(),
    createdAt: instant("created_at").notNull(),
    /** When it is tried next, while it waits. */
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
    /** The HTTP status of the answer; null where there was none. */
    status: integer("status"),
    /** Why there was none. */
    error: text("error").$type<DeliveryError>(),
  },
  (table) => [primaryKey({ columns: [table.deliveryId, table.number] })],
);
