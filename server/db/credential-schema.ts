import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { SURFACES } from "#lib/domain/surfaces.ts";
import { bytes, instant } from "./columns.ts";

// The API keys of callers. After a rotation, a credential has two valid keys for a while.

export const credentials = pgTable("credentials", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  /** Requests per minute; null means the deployment's default. */
  ratePerMinute: integer("rate_per_minute"),
  /** Input and output tokens per month (UTC); null means no budget. */
  monthlyTokens: bigint("monthly_tokens", { mode: "number" }),
  /** The only API surface that accepts the credential; null means all. */
  limitedTo: text("limited_to", { enum: SURFACES }),
  expiresAt: instant("expires_at"),
  /** The member who issued the credential or took it over, and counts as an author of all requests sent with it. */
  ownerId: text("owner_id").notNull(),
  /** Set while the owner has no access: the end of the credential unless another administrator takes it over. */
  handOverBy: instant("hand_over_by"),
  createdAt: instant("created_at").notNull().default(sql`now()`),
  revokedAt: instant("revoked_at"),
});

/** The last use of each credential, including the one from GATEWAY_API_KEY, which has no row in `credentials`. */
export const credentialUses = pgTable("credential_uses", {
  credentialId: text("credential_id").primaryKey(),
  at: instant("at").notNull(),
});

export const credentialKeys = pgTable(
  "credential_keys",
  {
    keyId: text("key_id").primaryKey(),
    credentialId: uuid("credential_id")
      .notNull()
      .references(() => credentials.id),
    secretHash: bytes("secret_hash").notNull(),
    /** The member who created and saw the key, and therefore counts as an author of all requests sent with it. */
    createdBy: text("created_by").notNull(),
    /** Set when a rotation replaces the key: the end of the overlap during which the old key remains valid. */
    expiresAt: instant("expires_at"),
    createdAt: instant("created_at").notNull().default(sql`now()`),
  },
  (table) => [index("keys_by_credential").on(table.credentialId), index("keys_by_creator").on(table.createdBy)],
);
