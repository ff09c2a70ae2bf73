import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

/** The question with this task id has the tag. */
export function questionHasTag(taskId: AnyPgColumn, tag: string): SQL {
  return sql`${taskId} in (select t.subject_id from tags t where t.tag = ${tag} and t.active)`;
}

/** The submission has the tag, or its question has. */
export function submissionHasTag(id: AnyPgColumn, taskId: AnyPgColumn, tag: string): SQL {
  return sql`(${questionHasTag(taskId, tag)}
    or ${id}::text in (select t.subject_id from tags t where t.tag = ${tag} and t.active))`;
}

/** The question of a forecast has the tag, or a submission of its task and input has. */
export function forecastHasTag(taskId: AnyPgColumn, inputId: AnyPgColumn, tag: string): SQL {
  return sql`(${questionHasTag(taskId, tag)} or (${taskId}, ${inputId}) in (
    select s.task_id, s.input_id from submissions s join tags t on t.subject_id = s.id::text where t.tag = ${tag} and t.active
  ))`;
}
