import { asc, eq } from "drizzle-orm";
import { routes } from "#lib/console/routes.ts";
import type { SubmissionState } from "#lib/contract/response.ts";
import type { Drizzle } from "#server/db/open.ts";
import { verdicts } from "#server/db/schema.ts";
import type { GatewayContext } from "#server/gateway/context.ts";
import type { Submission } from "./create-submission.ts";

/** Returns the review of a submission for callers. The notes are those of a decided submission, one paragraph each. */
export async function readSubmissionState(
  { config }: Pick<GatewayContext, "config">,
  orm: Drizzle,
  submission: Pick<Submission, "id" | "status" | "taskId" | "inputId" | "origin">,
): Promise<SubmissionState> {
  const { id, status, taskId, inputId, origin } = submission;
  const isOpen = status === "submitted";
  // A note on a member's submission is for that member.
  const notes =
    isOpen || origin !== "caller"
      ? []
      : await orm
          .select({ note: verdicts.note })
          .from(verdicts)
          .where(eq(verdicts.submissionId, id))
          .orderBy(asc(verdicts.createdAt));
  const note = notes
    .map((verdict) => verdict.note.trim())
    .filter((text) => text !== "")
    .join("\n\n");
  return {
    id,
    status,
    url: `${config.consoleUrl}${routes.submission(id)}`,
    task_id: taskId,
    input_id: inputId,
    note: note === "" ? null : note,
  };
}
