import { nameActors } from "#server/db/name-actors.ts";
import type { Database } from "#server/db/open.ts";

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
