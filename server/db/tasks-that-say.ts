import { type SQL, sql } from "drizzle-orm";
import { matchesWords, wordsOf } from "./matches-words.ts";
import { tasks } from "./schema.ts";

/** Returns a subquery for the ids of the tasks whose question or options contain these words. */
export function tasksThatSay(text: string): SQL {
  const hasWords = matchesWords(wordsOf(tasks.question, tasks.optionsText), text);
  return sql`(select ${tasks.taskId} from ${tasks} where ${hasWords})`;
}
