import { type SQL, sql } from "drizzle-orm";
import { matchesWords, wordsOf } from "./matches-words.ts";
import { tasks } from "./schema.ts";

/** Returns a subquery for the ids of the questions with these words in their text or in an option. */
export function tasksThatSay(text: string): SQL {
  const hasWords = matchesWords(wordsOf(tasks.question, tasks.optionsText), text);
  return sql`(select ${tasks.taskId} from ${tasks} where ${hasWords})`;
}
