import { eq } from "drizzle-orm";
import { z } from "zod";
import { instant } from "#lib/domain/identifiers.ts";
import type { Member } from "#lib/domain/members.ts";
import { MAIL_SCHEDULES } from "#lib/domain/waiting.ts";
import { namesOf } from "#lib/names-of.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { members } from "#server/db/member-schema.ts";

export const notifications = z.object({
  mail: z.optional(z.enum(namesOf(MAIL_SCHEDULES))),
  /** Null: the member is not away. */
  awayUntil: z.optional(z.nullable(instant)),
});

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
