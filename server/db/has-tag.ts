import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

export function questionHasTag(taskId: AnyPgColumn, tag: string): SQL {
  return sql`${taskId} in (select t.task_id from tags t where t.tag = ${tag} and t.active)`;
}
