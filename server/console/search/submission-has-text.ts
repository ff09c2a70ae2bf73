import { or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { matchesWords, wordsOf } from "#server/db/matches-words.ts";
import { submissions } from "#server/db/schema.ts";
import { tasksThatSay } from "#server/db/tasks-that-say.ts";
import { readIdPart } from "./id-part.ts";

/**
 * Returns an SQL condition for submissions that match the text: the words occur in the title, question, options or
 * author name, or the text is the beginning of the task id, or the beginning or end of the submission id.
 */
export function submissionHasText(text: string): SQL | undefined {
  const part = readIdPart(text);
  const has = (words: SQLWrapper) => matchesWords(wordsOf(words), text);
  const id = sql`${submissions.id}::text`;
  return or(
    has(submissions.title),
    sql`${submissions.taskId} in ${tasksThatSay(text)}`,
    sql`exists (select from members m where m.id = ${submissions.authorId} and ${has(sql`m.name`)})`,
    sql`exists (select from credentials c where c.id::text = ${submissions.authorId} and ${has(sql`c.name`)})`,
    part && sql`starts_with(${submissions.taskId}, ${`sha256:${part.digits}`})`,
    part && sql`(${id} like ${`${part.text}%`} or ${id} like ${`%${part.text}`})`,
  );
}
