import { and, eq } from "drizzle-orm";
import { GatewayError } from "#server/errors.ts";
import type { Database } from "#server/infra/db/open.ts";
import { submissions } from "#server/infra/db/schema.ts";
import { listReviewers } from "./list-reviewers.ts";

/**
 * Says which reviewer is to decide on an open submission; null: anybody. It binds nobody. NOT_FOUND where no open
 * submission has this id, BAD_REQUEST where the member is no reviewer.
 */
export async function assign(database: Database, submissionId: string, reviewerId: string | null): Promise<void> {
  const reviewers = await listReviewers(database);
  if (reviewerId !== null && !reviewers.some(({ id }) => id === reviewerId)) {
    throw new GatewayError("BAD_REQUEST", { message: "Only an active member with the role reviewer can decide." });
  }
  const [assigned] = await database.orm
    .update(submissions)
    .set({ assignedTo: reviewerId })
    .where(and(eq(submissions.id, submissionId), eq(submissions.status, "submitted")))
    .returning({ id: submissions.id });
  if (assigned === undefined) throw new GatewayError("NOT_FOUND", { message: "No open submission has this id." });
}
