import { or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { matchesWords, wordsOf } from "#server/infra/db/matches-words.ts";
import { submissions, tasks } from "#server/infra/db/schema.ts";
import { readIdPart } from "./id-part.ts";

/**
 * The submission's title, its question, its question's options or its author's name have these words, or an id is like
 * this: its question's, or its own, which may also end like this.
 */
export function submissionHasText(text: string): SQL | undefined {
  const part = readIdPart(text);
  const has = (...texts: readonly SQLWrapper[]) => matchesWords(wordsOf(...texts), text);
  const id = sql`${submissions.id}::text`;
  return or(
    has(submissions.title),
    sql`${submissions.taskId} in (select ${tasks.taskId} from ${tasks} where ${has(tasks.question, tasks.optionsText)})`,
    sql`exists (select from members m where m.id = ${submissions.authorId} and ${has(sql`m.name`)})`,
    sql`exists (select from credentials c where c.id::text = ${submissions.authorId} and ${has(sql`c.name`)})`,
    part && sql`starts_with(${submissions.taskId}, ${`sha256:${part.digits}`})`,
    part && sql`(${id} like ${`${part.text}%`} or ${id} like ${`%${part.text}`})`,
  );
}
