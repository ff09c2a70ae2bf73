import type { Member } from "#lib/domain/members.ts";
import { type EventFilter, readEvents } from "#server/audit/log/read-events.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { findActors } from "./find-actors.ts";
import { readableEvents } from "./readable-events.ts";

interface AuditLogFilter extends Omit<EventFilter, "actorIds"> {
  /** Id of a member or credential, or part of its name or e-mail address. */
  readonly actorId?: string | undefined;
}

/** Returns a page of the events that the member may read. */
export async function listEvents(
  context: Pick<ConsoleContext, "database" | "config">,
  member: Member,
  { actorId, ...filter }: AuditLogFilter,
) {
  const { database } = context;
  const actorIds = actorId === undefined ? undefined : await findActors(database, actorId);
  return readEvents(database, { ...filter, actorIds }, await readableEvents(context, member));
}
