import { sql } from "drizzle-orm";
import { boolean, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { LINK_PURPOSES, ROLES, SCOPES } from "#lib/domain/members.ts";
import { MAIL_SCHEDULES } from "#lib/domain/waiting.ts";
import { namesOf } from "#lib/names-of.ts";
import { bytes, instant } from "./columns.ts";

// Members and their sessions. better-auth prescribes the columns of these tables.

export const members = pgTable("members", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  email: text("email").notNull().unique(),
  /** Normalized email address. Unique, so that no person has two accounts. */
  personAddress: text("person_address").notNull().unique(),
  emailVerified: boolean("email_verified").notNull().default(false),
  image: text("image"),
  role: text("role", { enum: ROLES }).notNull().default("researcher"),
  mailSchedule: text("mail_schedule", { enum: namesOf(MAIL_SCHEDULES) })
    .notNull()
    .default("soon"),
  /** Until this time, a reviewer gets no notices of submissions and files to review. */
  awayUntil: instant("away_until"),
  /** Zone of exact times in the console, in addition to UTC; null: only UTC. */
  timeZone: text("time_zone"),
  /** When sign-in was disabled; null if enabled. Members are never deleted, because audit events refer to them. */
  disabledAt: instant("disabled_at"),
  /** The actor who disabled the member: the directory does not undo what an administrator did. */
  disabledBy: text("disabled_by"),
  /** The id in the organisation's directory, from the claim SCIM_CLAIM or from SCIM. */
  externalId: text("external_id").unique(),
  createdAt: instant("created_at").notNull().default(sql`now()`),
  updatedAt: instant("updated_at").notNull().default(sql`now()`),
});

/** One-time links. Only the token's digest is stored. */
export const invitations = pgTable("invitations", {
  id: uuid("id").primaryKey(),
  tokenHash: bytes("token_hash").notNull().unique(),
  purpose: text("purpose", { enum: LINK_PURPOSES }).notNull(),
  /** Set for an invitation, like `role`. A password reset sets `memberId` instead. */
  email: text("email").notNull(),
  role: text("role", { enum: ROLES }),
  memberId: text("member_id").references(() => members.id),
  createdBy: text("created_by").notNull(),
  createdAt: instant("created_at").notNull().default(sql`now()`),
  expiresAt: instant("expires_at").notNull(),
  usedAt: instant("used_at"),
  revokedAt: instant("revoked_at"),
});

/** Time of the newest notification that each member has seen. */
export const noticesSeen = pgTable("notices_seen", {
  memberId: text("member_id")
    .primaryKey()
    .references(() => members.id),
  at: instant("at").notNull(),
});

export const sessions = pgTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => members.id, { onDelete: "cascade" }),
    token: text("token").notNull().unique(),
    expiresAt: instant("expires_at").notNull(),
    /** The provider's account that the session depends on; null for a session by password or one-time link. */
    accountId: text("account_id").references(() => accounts.id, { onDelete: "cascade" }),
    /** Set for a session by one-time link. Otherwise `expiresAt` and the account limit the session. */
    validUntil: instant("valid_until"),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    createdAt: instant("created_at").notNull().default(sql`now()`),
    updatedAt: instant("updated_at").notNull().default(sql`now()`),
  },
  (table) => [index("sessions_by_member").on(table.userId), index("sessions_by_account").on(table.accountId)],
);

/** Personal tokens, with which scripts call the console as a member. Only a digest of the secret is stored. */
export const personalTokens = pgTable(
  "personal_tokens",
  {
    /** Public part of the token. */
    id: text("id").primaryKey(),
    memberId: text("member_id")
      .notNull()
      .references(() => members.id),
    name: text("name").notNull(),
    secretHash: bytes("secret_hash").notNull(),
    scopes: text("scopes", { enum: SCOPES }).array().notNull(),
    expiresAt: instant("expires_at").notNull(),
    createdAt: instant("created_at").notNull(),
    /** To the minute. */
    lastUsedAt: instant("last_used_at"),
    revokedAt: instant("revoked_at"),
  },
  (table) => [index("personal_tokens_by_member").on(table.memberId)],
);

export const accounts = pgTable(
  "accounts",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => members.id, { onDelete: "cascade" }),
    /** The member's id, or issuer and subject of an account of the OpenID provider. */
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    /** Access tokens are not stored: until then, another process asks the provider about the account. */
    accessTokenExpiresAt: instant("access_token_expires_at"),
    refreshTokenExpiresAt: instant("refresh_token_expires_at"),
    /** Until when the provider's last confirmation counts. Null after a refusal, and for a password. */
    validUntil: instant("valid_until"),
    scope: text("scope"),
    password: text("password"),
    createdAt: instant("created_at").notNull().default(sql`now()`),
    /** Time of the member's last sign-in; equal to createdAt before the first sign-in. */
    updatedAt: instant("updated_at").notNull().default(sql`now()`),
  },
  (table) => [
    index("accounts_by_member").on(table.userId),
    // better-auth refuses every sign-in of an account that it finds twice.
    uniqueIndex("one_account_per_subject").on(table.providerId, table.accountId),
  ],
);

export const verifications = pgTable(
  "verifications",
  {
    id: text("id").primaryKey(),
    identifier: text("identifier").notNull(),
    value: text("value").notNull(),
    expiresAt: instant("expires_at").notNull(),
    createdAt: instant("created_at").notNull().default(sql`now()`),
    updatedAt: instant("updated_at").notNull().default(sql`now()`),
  },
  (table) => [index("verifications_by_identifier").on(table.identifier)],
);
