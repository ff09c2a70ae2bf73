import { eq } from "drizzle-orm";
import type { Member } from "#lib/domain/members.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { members } from "#server/db/member-schema.ts";

/** Whether the member receives notices by e-mail; null if the deployment sends no e-mail. */
export async function readMailNotices(
  { database, mailer }: Pick<ConsoleContext, "database" | "mailer">,
  { id }: Member,
): Promise<boolean | null> {
  if (mailer === undefined) return null;
  const [row] = await database.orm.select({ on: members.mailNotices }).from(members).where(eq(members.id, id));
  return row?.on ?? null;
}

/** Writes no audit event, because this is a personal preference. */
export async function setMailNotices(
  { database }: Pick<ConsoleContext, "database">,
  { id }: Member,
  active: boolean,
): Promise<void> {
  await database.orm.update(members).set({ mailNotices: active }).where(eq(members.id, id));
}
