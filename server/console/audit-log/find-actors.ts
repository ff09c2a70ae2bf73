import { or, sql } from "drizzle-orm";
import { comparable } from "#lib/text/comparable.ts";
import { credentials } from "#server/db/credential-schema.ts";
import { members } from "#server/db/member-schema.ts";
import type { Database } from "#server/db/open.ts";

/**
 * Returns the ids of members and credentials whose name or e-mail address contains the text, ignoring case. The text
 * itself comes first, because it may be an id.
 */
export async function findActors({ orm }: Database, text: string): Promise<string[]> {
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
