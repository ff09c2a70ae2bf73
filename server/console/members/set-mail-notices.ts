import { eq } from "drizzle-orm";
import type { Member } from "#lib/domain/members.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { members } from "#server/db/member-schema.ts";

/** Whether a member gets notices by e-mail; null where this deployment sends none. */
export async function readMailNotices(
  { database, mailer }: Pick<ConsoleContext, "database" | "mailer">,
  { id }: Member,
): Promise<boolean | null> {
  if (mailer === undefined) return null;
  const [row] = await database.orm.select({ on: members.mailNotices }).from(members).where(eq(members.id, id));
  return row?.on ?? null;
}

/** A preference like the light or dark scheme: it changes nothing that is recorded. */
export async function setMailNotices(
  { database }: Pick<ConsoleContext, "database">,
  { id }: Member,
  active: boolean,
): Promise<void> {
  await database.orm.update(members).set({ mailNotices: active }).where(eq(members.id, id));
}
