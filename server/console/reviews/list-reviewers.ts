import { and, asc, inArray, isNull } from "drizzle-orm";
import { rolesFor } from "#lib/domain/members.ts";
import { members } from "#server/db/member-schema.ts";
import type { Database } from "#server/db/open.ts";

/** Returns the active members who may decide on submissions, sorted by name. */
export function listReviewers({ orm }: Database) {
  return orm
    .select({ id: members.id, name: members.name })
    .from(members)
    .where(and(inArray(members.role, [...rolesFor("decide")]), isNull(members.disabledAt)))
    .orderBy(asc(members.name), asc(members.id));
}
