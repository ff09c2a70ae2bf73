import { eq } from "drizzle-orm";
import type { Member } from "#lib/domain/members.ts";
import { type EventFilter, readEvents } from "#server/audit/log/read-events.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { outcomes } from "#server/db/outcome-schema.ts";
import { findActors } from "./find-actors.ts";
import { nameInEvents, readableEvents } from "./readable-events.ts";

interface AuditLogFilter extends Omit<EventFilter, "actorIds" | "candidateTaskIds"> {
  /** Id of a member or credential, or part of its name or e-mail address. */
  readonly actorId?: string | undefined;
}

/** Returns a page of the events that the member may read. */
export async function listEvents(
  context: Pick<ConsoleContext, "database" | "config" | "tree">,
  member: Member,
  { actorId, ...filter }: AuditLogFilter,
) {
  const { database } = context;
  const actorIds = actorId === undefined ? undefined : await findActors(database, actorId);
  const { taskId } = outcomes;
  const confirmed = await database.orm.select({ taskId }).from(outcomes).where(eq(outcomes.status, "confirmed"));
  const candidateTaskIds = confirmed.map((outcome) => outcome.taskId);
  const page = await readEvents(
    database,
    { ...filter, actorIds, candidateTaskIds },
    await readableEvents(context, member),
  );
  const name = await nameInEvents(
    database,
    page.events.map(({ event }) => event),
  );
  const checkpoint = await context.tree.readLast();
  return {
    ...page,
    /** The newest signed checkpoint; null before the first one. */
    checkpoint: checkpoint === undefined ? null : { seq: checkpoint.size },
    events: page.events.map((one) => ({ ...one, ...name(one.event) })),
  };
}
