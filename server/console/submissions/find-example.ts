import { and, asc, eq } from "drizzle-orm";
import { printOrderedRequest } from "#lib/contract/print-in-order.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { isActive } from "#server/db/is-active.ts";
import { approvals, bindings, submissions } from "#server/db/schema.ts";
import { readSubmission } from "./get-submission.ts";

/**
 * Returns the request text of a shipped example that the release answers, because its binding and approval are active.
 * Undefined if there is none. The API reference shows the example without sign-in.
 */
export async function findExample({
  database,
  model,
  now,
}: Pick<ConsoleContext, "database" | "model" | "now">): Promise<string | undefined> {
  const [example] = await database.orm
    .select({ id: submissions.id })
    .from(submissions)
    .innerJoin(
      bindings,
      and(
        eq(bindings.taskId, submissions.taskId),
        eq(bindings.release, submissions.release),
        isActive(bindings, now()),
      ),
    )
    .innerJoin(
      approvals,
      and(
        eq(approvals.taskId, submissions.taskId),
        eq(approvals.inputId, submissions.inputId),
        isActive(approvals, now()),
      ),
    )
    .where(and(eq(submissions.origin, "first_start"), eq(submissions.release, model.release)))
    .orderBy(asc(submissions.id))
    .limit(1);
  if (example === undefined) return undefined;
  const { submission, request } = await readSubmission(database, example.id);
  return printOrderedRequest({ request, options: submission.options });
}
