import { inArray } from "drizzle-orm";
import { credentials } from "#server/db/credential-schema.ts";
import { members } from "#server/db/member-schema.ts";
import type { Database } from "#server/db/open.ts";

/** Returns the names of members and credentials, by id. Unknown ids are omitted. */
export async function nameActors(database: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
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
  return new Map([...people, ...backends].map(({ id, name }) => [id, name]));
}

export async function nameAuthors<Shown extends { readonly authorId: string }>(
  database: Database,
  shown: readonly Shown[],
): Promise<(Shown & { readonly author: string })[]> {
  const names = await nameActors(
    database,
    shown.map(({ authorId }) => authorId),
  );
  return shown.map((submission) => ({ ...submission, author: names.get(submission.authorId) ?? submission.authorId }));
}

function isUuid(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
}
