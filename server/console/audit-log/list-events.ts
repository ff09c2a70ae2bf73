import { eq, or, sql } from "drizzle-orm";
import type { Member } from "#lib/domain/members.ts";
import { comparable } from "#lib/text/comparable.ts";
import { type EventFilter, readEvents } from "#server/audit/log/read-events.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { credentials } from "#server/db/credential-schema.ts";
import { members } from "#server/db/member-schema.ts";
import type { Database } from "#server/db/open.ts";
import { outcomes } from "#server/db/outcome-schema.ts";
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

/**
 * Returns the ids of members and credentials whose name or e-mail address contains the text, ignoring case. The text
 * itself comes first, because it may be an id.
 */
async function findActors({ orm }: Database, text: string): Promise<string[]> {
  const [people, keys] = await Promise.all([
    orm
      .select({ id: members.id })
      .from(members)
      .where(or(has(members.name, text), has(members.email, text))),
    orm.select({ id: credentials.id }).from(credentials).where(has(credentials.name, text)),
  ]);
  return [text, ...[...people, ...keys].map(({ id }) => id)];
}

function has(column: typeof members.name | typeof members.email | typeof credentials.name, text: string) {
  return sql`position(lower(${comparable(text)}) in lower(normalize(${column}, NFKC))) > 0`;
}
