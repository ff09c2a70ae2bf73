import { and, desc, eq, ne } from "drizzle-orm";
import { isNearDuplicate } from "#lib/findings/duplicate-texts.ts";
import { submissions, tasks } from "#server/db/schema.ts";
import type { GatewayContext } from "#server/gateway/context.ts";

const MAX_SIMILAR = 3;
/** An API key has at most 100 open submissions without renewals; a member may have more. */
const MAX_COMPARED = 200;

/** Returns the newest other open submissions of an author whose question nearly repeats that of `submissionId`. */
export async function findSimilar(
  { database: { orm } }: Pick<GatewayContext, "database">,
  authorId: string,
  submissionId: string,
) {
  const select = () =>
    orm
      .select({ id: submissions.id, question: tasks.question })
      .from(submissions)
      .innerJoin(tasks, eq(tasks.taskId, submissions.taskId));
  const [submission] = await select().where(eq(submissions.id, submissionId));
  const isOther = and(eq(submissions.authorId, authorId), ne(submissions.id, submissionId));
  const open = await select()
    .where(and(isOther, eq(submissions.status, "submitted")))
    .orderBy(desc(submissions.id))
    .limit(MAX_COMPARED);
  return open.filter(({ question }) => isNearDuplicate(submission?.question ?? "", question)).slice(0, MAX_SIMILAR);
}
