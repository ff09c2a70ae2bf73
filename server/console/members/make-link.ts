import { v7 as uuid } from "uuid";
import { routes } from "#lib/console/routes.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { invitations } from "#server/db/member-schema.ts";
import type { Drizzle } from "#server/db/open.ts";
import { hashToken, LINK_HOURS, makeToken } from "./link-token.ts";

/** Context without a model, because scripts/setup.ts creates links without one. */
export type LinkMaker = Pick<ConsoleContext, "config" | "database" | "events" | "now">;

type NewLink = Pick<typeof invitations.$inferSelect, "purpose" | "email" | "role" | "memberId" | "createdBy">;

export type MadeLink = Awaited<ReturnType<typeof makeLink>>;

/** Creates a one-time link, a URL that is shown once and never stored. The caller appends the audit event. */
export async function makeLink({ config, now }: LinkMaker, transaction: Drizzle, link: NewLink) {
  const invitationId = uuid();
  const token = makeToken();
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + LINK_HOURS * 3_600_000);
  await transaction.insert(invitations).values({
    id: invitationId,
    tokenHash: hashToken(token),
    ...link,
    createdAt,
    expiresAt,
  });
  return { invitationId, link: config.consoleUrl + routes.join(token), expiresAt: expiresAt.toISOString() };
}
