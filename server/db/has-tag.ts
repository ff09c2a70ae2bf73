import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

export function questionHasTag(taskId: AnyPgColumn, tag: string): SQL {
  return sql`${taskId} in (select t.subject_id from tags t where t.tag = ${tag} and t.active)`;
}

/** Returns the condition that the submission or its question has the tag. */
export function submissionHasTag(id: AnyPgColumn, taskId: AnyPgColumn, tag: string): SQL {
  return sql`(${questionHasTag(taskId, tag)}
    or ${id}::text in (select t.subject_id from tags t where t.tag = ${tag} and t.active))`;
}

/** Returns the condition that the task or a submission of it has the tag. */
export function taskHasTag(taskId: AnyPgColumn, tag: string): SQL {
  return sql`(${questionHasTag(taskId, tag)} or ${taskId} in (
    select s.task_id from submissions s join tags t on t.subject_id = s.id::text where t.tag = ${tag} and t.active
  ))`;
}

/** Returns the condition that a forecast's question, or a submission of its task and input, has the tag. */
export function forecastHasTag(taskId: AnyPgColumn, inputId: AnyPgColumn, tag: string): SQL {
  return sql`(${questionHasTag(taskId, tag)} or (${taskId}, ${inputId}) in (
    select s.task_id, s.input_id from submissions s join tags t on t.subject_id = s.id::text where t.tag = ${tag} and t.active
  ))`;
}
