import { v7 as uuid } from "uuid";
import { routes } from "#lib/console/routes.ts";
import type { LinkPurpose, Role } from "#lib/domain/members.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { invitations } from "#server/db/member-schema.ts";
import type { Drizzle } from "#server/db/open.ts";
import { hashToken, LINK_HOURS, makeToken } from "./link-token.ts";

/** Context without a model, because scripts/setup.ts creates links without one. */
export type LinkMaker = Pick<ConsoleContext, "config" | "database" | "events" | "now">;

export interface NewLink {
  readonly purpose: LinkPurpose;
  readonly email: string;
  readonly role: Role | null;
  readonly memberId: string | null;
  readonly createdBy: string;
}

export interface MadeLink {
  readonly invitationId: string;
  /** URL that contains the token: shown once, never stored. */
  readonly link: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** Creates a one-time link. The caller appends the audit event. */
export async function makeLink(
  { config, now }: LinkMaker,
  transaction: Drizzle,
  { purpose, email, role, memberId, createdBy }: NewLink,
): Promise<MadeLink> {
  const invitationId = uuid();
  const token = makeToken();
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + LINK_HOURS * 3_600_000);
  await transaction.insert(invitations).values({
    id: invitationId,
    tokenHash: hashToken(token),
    purpose,
    email,
    role,
    memberId,
    createdBy,
    createdAt,
    expiresAt,
  });
  return { invitationId, link: config.consoleUrl + routes.join(token), expiresAt: expiresAt.toISOString() };
}
