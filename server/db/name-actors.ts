import { inArray } from "drizzle-orm";
import { visible } from "#lib/format.ts";
import { credentials } from "./credential-schema.ts";
import { members } from "./member-schema.ts";
import type { Database } from "./open.ts";

/** Parts of the gateway and commands of operators that cause events. */
const SYSTEM: readonly (readonly [id: string, name: string])[] = [
  ["jobs", "Background jobs"],
  ["candidate", "Candidate"],
  ["evaluations", "Evaluations"],
  ["gateway", "First run"],
  ["log-key", "LOG_KEY_FILE"],
  ["scim", "Directory"],
];

/** Returns the names of members, credentials and parts of the gateway by id, for the screen. Unknown ids are omitted. */
export async function nameActors(
  database: Pick<Database, "orm">,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const people = await database.orm
    .select({ id: members.id, name: members.name })
    .from(members)
    .where(inArray(members.id, wanted));
  const keys = wanted.filter(isUuid);
  const backends =
    keys.length === 0
      ? []
      : await database.orm
          .select({ id: credentials.id, name: credentials.name })
          .from(credentials)
          .where(inArray(credentials.id, keys));
  return new Map([...SYSTEM, ...[...people, ...backends].map(({ id, name }) => [id, visible(name)] as const)]);
}

function isUuid(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
}
