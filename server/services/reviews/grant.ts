import { v7 as uuid } from "uuid";
import type { Drizzle } from "#server/infra/db/open.ts";
import { approvals, bindings } from "#server/infra/db/schema.ts";
import type { Submission } from "#server/services/submissions/create-submission.ts";

/** Creates a binding for the task; returns its id, or null if an active one exists. */
export async function grantBinding(transaction: Drizzle, { id, release, taskId }: Submission): Promise<string | null> {
  const [granted] = await transaction
    .insert(bindings)
    .values({ id: uuid(), release, taskId, submissionId: id })
    .onConflictDoNothing()
    .returning({ id: bindings.id });
  return granted?.id ?? null;
}

/** Creates an approval of the input for the task; returns its id, or null if an active one exists. */
export async function grantApproval(transaction: Drizzle, { id, taskId, inputId }: Submission): Promise<string | null> {
  const [granted] = await transaction
    .insert(approvals)
    .values({ id: uuid(), taskId, inputId, submissionId: id })
    .onConflictDoNothing()
    .returning({ id: approvals.id });
  return granted?.id ?? null;
}
