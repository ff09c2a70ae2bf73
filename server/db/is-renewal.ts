import { sql } from "drizzle-orm";
import { submissions } from "./schema.ts";

/** SQL condition for submissions that send approved content for review again, unchanged. */
export const isRenewal = sql<boolean>`exists (
  select from submissions approved
  where approved.id = ${submissions.supersedes} and approved.status = 'approved'
    and approved.task_id = ${submissions.taskId} and approved.input_id = ${submissions.inputId})`;
