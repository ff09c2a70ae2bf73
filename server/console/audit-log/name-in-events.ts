import { inArray } from "drizzle-orm";
import type { Event } from "#server/audit/log/event.ts";
import { nameActors } from "#server/db/name-actors.ts";
import type { Database } from "#server/db/open.ts";
import { tasks } from "#server/db/schema.ts";

interface Names {
  /** The name of the actor, or the id if the name is unknown. */
  readonly actor: string;
  /** The name of the API key that the event concerns; null if it concerns none. */
  readonly credential: string | null;
  /** The option that was chosen or that happened; null if there is none. */
  readonly option: string | null;
}

/** Reads the names to which events refer by id or by place, and returns a function that looks them up. */
export async function nameInEvents(database: Database, events: readonly Event[]): Promise<(event: Event) => Names> {
  const ids = events.flatMap((event) => [event.actor.id, credentialIn(event) ?? []].flat());
  const taskIds = events.flatMap((event) => ("task_id" in event && optionIn(event) !== null ? event.task_id : []));
  const [names, rows] = await Promise.all([
    nameActors(database, ids),
    database.orm
      .select({ id: tasks.taskId, options: tasks.options })
      .from(tasks)
      .where(inArray(tasks.taskId, [...new Set(taskIds)])),
  ]);
  const options = new Map(rows.map((row) => [row.id, row.options]));
  const nameOf = (id: string) => names.get(id) ?? id;
  return (event) => {
    const credential = credentialIn(event);
    const option = optionIn(event);
    return {
      actor: nameOf(event.actor.id),
      credential: credential === undefined ? null : nameOf(credential),
      option: option === null || !("task_id" in event) ? null : (options.get(event.task_id)?.[option] ?? null),
    };
  };
}

function credentialIn(event: Event): string | undefined {
  return "credential_id" in event ? event.credential_id : undefined;
}

function optionIn(event: Event): number | null {
  return "choice" in event ? event.choice : event.kind === "outcome.recorded" ? event.option : null;
}
