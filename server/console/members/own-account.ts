import { hashPassword, verifyPassword } from "better-auth/crypto";
import { and, desc, eq, gt, isNotNull, isNull, ne, or } from "drizzle-orm";
import { z } from "zod";
import { instant } from "#lib/domain/identifiers.ts";
import type { Member, SignedIn } from "#lib/domain/members.ts";
import { MAIL_SCHEDULES } from "#lib/domain/waiting.ts";
import { namesOf } from "#lib/names-of.ts";
import { isTimeZone } from "#lib/time-zone.ts";
import { type Actor, memberActor } from "#server/audit/log/event.ts";
import { GatewayError } from "#server/base/errors.ts";
import { isoDates } from "#server/base/iso-dates.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { accounts, members, sessions } from "#server/db/member-schema.ts";
import { lockMembers, setPassword } from "./accounts.ts";

/** Changes a member's name. Earlier audit events still contain the old name. */
export async function rename(
  gateway: Pick<ConsoleContext, "database" | "events" | "now">,
  actor: Actor,
  member: Pick<Member, "id" | "name">,
  name: string,
): Promise<void> {
  if (name === member.name) return;
  await inTransaction(gateway.database, async (transaction) => {
    await transaction.update(members).set({ name, updatedAt: gateway.now() }).where(eq(members.id, member.id));
    await gateway.events.appendIn(transaction, actor, {
      kind: "member.renamed",
      member_id: member.id,
      name,
    });
  });
}

/** Maximum attempts per minute, so that nobody can guess the password in an unattended session. */
const TRIES = 10;

/**
 * Changes the member's own password, and ends the member's other sessions and open links. Throws FORBIDDEN if the
 * current password is wrong or the member has no password, RATE_LIMITED after too many attempts, NOT_FOUND if members
 * sign in only with the OpenID provider.
 */
export async function changePassword(
  gateway: Pick<ConsoleContext, "config" | "database" | "events" | "rateLimit" | "now">,
  member: SignedIn,
  { current, next }: { readonly current: string; readonly next: string },
): Promise<void> {
  if (gateway.config.signIn === "openid")
    throw new GatewayError("NOT_FOUND", { message: "Members of this gateway have no passwords." });
  const { allowed, resetSeconds } = await gateway.rateLimit.count(`password:${member.id}`, TRIES);
  const wholeMessage = "You have tried to change your password too often. Wait a minute, then try again.";
  if (!allowed) throw new GatewayError("RATE_LIMITED", { wholeMessage, retryAfter: resetSeconds });
  const [account] = await gateway.database.orm
    .select({ hash: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, member.id), eq(accounts.providerId, "credential")));
  const hash = account?.hash ?? null;
  if (hash === null || !(await verifyPassword({ hash, password: current }))) {
    throw new GatewayError("FORBIDDEN", { message: "The current password is wrong." });
  }
  const passwordHash = await hashPassword(next);
  await inTransaction(gateway.database, async (transaction) => {
    await lockMembers(transaction);
    await setPassword(gateway, transaction, member, passwordHash);
    await transaction
      .delete(sessions)
      .where(and(eq(sessions.userId, member.id), ne(sessions.id, member.sessionId ?? "")));
    await gateway.events.appendIn(transaction, memberActor(member), {
      kind: "member.password_set",
      member_id: member.id,
    });
  });
}

/** Returns the member's own unexpired sessions without their tokens, newest first. */
export async function listSessions({ database, now }: Pick<ConsoleContext, "database" | "now">, member: SignedIn) {
  const { id: sessionId, userId, createdAt: signedInAt, expiresAt, ipAddress: address, userAgent } = sessions;
  const { accountId, validUntil: endsAt } = sessions;
  const rows = await database.orm
    .select({ sessionId, signedInAt, expiresAt, address, userAgent })
    .from(sessions)
    .where(
      and(eq(userId, member.id), gt(expiresAt, now()), or(isNull(endsAt), isNotNull(accountId), gt(endsAt, now()))),
    )
    .orderBy(desc(signedInAt));
  return rows.map((row) => ({
    ...isoDates(row),
    /** Whether this is the session of the current request. */
    current: row.sessionId === member.sessionId,
    address: row.address || null,
    userAgent: row.userAgent || null,
  }));
}

/** Ends one of the member's own sessions or, without `sessionId`, all except the current session. */
export async function endSessions(
  { database }: Pick<ConsoleContext, "database">,
  member: SignedIn,
  sessionId?: string,
): Promise<void> {
  const which = sessionId === undefined ? ne(sessions.id, member.sessionId ?? "") : eq(sessions.id, sessionId);
  await database.orm.delete(sessions).where(and(eq(sessions.userId, member.id), which));
}

export const notifications = z.object({
  mail: z.optional(z.enum(namesOf(MAIL_SCHEDULES))),
  /** Null: the member is not away. */
  awayUntil: z.optional(z.nullable(instant)),
});

export const timeZone = z.string().max(64).refine(isTimeZone, "Choose a time zone, such as Europe/Berlin.");

/** Writes no audit event, because this is a personal preference. */
export async function setTimeZone(
  { database }: Pick<ConsoleContext, "database">,
  { id }: Pick<Member, "id">,
  timeZone: string | null,
): Promise<void> {
  await database.orm.update(members).set({ timeZone }).where(eq(members.id, id));
}

/** Returns when the member gets e-mails, null if the deployment sends none, and until when the member is away. */
export async function readNotifications(
  { database, mailer, now }: Pick<ConsoleContext, "database" | "mailer" | "now">,
  { id }: Pick<Member, "id">,
) {
  const [row] = await database.orm
    .select({ mail: members.mailSchedule, awayUntil: members.awayUntil })
    .from(members)
    .where(eq(members.id, id));
  const isAway = row?.awayUntil != null && row.awayUntil > now();
  return {
    mail: mailer === undefined ? null : (row?.mail ?? null),
    awayUntil: isAway ? (row.awayUntil?.toISOString() ?? null) : null,
  };
}

/**
 * Writes no audit event, because these are personal preferences. Fields that are not given stay as they are. Throws
 * BAD_REQUEST for a date in the past.
 */
export async function setNotifications(
  { database, now }: Pick<ConsoleContext, "database" | "now">,
  { id }: Pick<Member, "id">,
  { mail, awayUntil }: z.output<typeof notifications>,
): Promise<void> {
  if (awayUntil != null && new Date(awayUntil) <= now())
    throw new GatewayError("BAD_REQUEST", { message: "Choose a date in the future." });
  if (mail === undefined && awayUntil === undefined) return;
  await database.orm
    .update(members)
    .set({
      ...(mail && { mailSchedule: mail }),
      ...(awayUntil !== undefined && { awayUntil: awayUntil === null ? null : new Date(awayUntil) }),
    })
    .where(eq(members.id, id));
}
