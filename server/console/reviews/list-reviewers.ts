import { and, asc, inArray, isNull, sql } from "drizzle-orm";
import { ruleOf } from "#lib/domain/members.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { members } from "#server/db/member-schema.ts";

/** Returns the active members who may decide on submissions, sorted by name. */
export function listReviewers({ database: { orm }, now }: Pick<ConsoleContext, "database" | "now">) {
  return orm
    .select({
      ...{ id: members.id, name: members.name },
      isAway: sql<boolean>`coalesce(${members.awayUntil} > ${now().toISOString()}, false)`,
    })
    .from(members)
    .where(and(inArray(members.role, [...ruleOf("decide").roles]), isNull(members.disabledAt)))
    .orderBy(asc(members.name), asc(members.id));
}
