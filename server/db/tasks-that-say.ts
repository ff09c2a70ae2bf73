import { type SQL, sql } from "drizzle-orm";
import { matchesWords, wordsOf } from "./matches-words.ts";
import { tasks } from "./schema.ts";

/** A subquery: the ids of the questions that have these words, in their own text or in an option's. */
export function tasksThatSay(text: string): SQL {
  const hasWords = matchesWords(wordsOf(tasks.question, tasks.optionsText), text);
  return sql`(select ${tasks.taskId} from ${tasks} where ${hasWords})`;
}
