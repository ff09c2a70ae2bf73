import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instant } from "./columns.ts";

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
    /** The member who saw the key and so counts as an author of everything sent with it. */
    createdBy: text("created_by").notNull(),
    /** The end of the overlap, set when the key is rotated out. */
    expiresAt: instant("expires_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [index("keys_by_credential").on(table.credentialId), index("keys_by_creator").on(table.createdBy)],
);
