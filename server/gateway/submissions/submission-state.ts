import { asc, eq } from "drizzle-orm";
import { routes } from "#lib/console/routes.ts";
import type { SubmissionState } from "#lib/contract/response.ts";
import { isSentWithKey } from "#lib/domain/submissions.ts";
import type { Drizzle } from "#server/db/open.ts";
import { readReviewTime } from "#server/db/review-times.ts";
import { verdicts } from "#server/db/schema.ts";
import type { GatewayContext } from "#server/gateway/context.ts";
import type { Submission } from "./create-submission.ts";

export type Followed = Awaited<ReturnType<typeof readSubmissionState>>;

/** Returns the review of a submission for callers, and the seconds for `Retry-After` while it is open. */
export async function readSubmissionState(
  { config, now }: Pick<GatewayContext, "config" | "now">,
  orm: Drizzle,
  submission: Pick<Submission, "id" | "status" | "taskId" | "inputId" | "origin" | "createdAt">,
) {
  const { id, status, taskId, inputId, origin, createdAt } = submission;
  const isOpen = status === "submitted";
  // One paragraph each. A note on a member's submission is for that member.
  const notes =
    isOpen || !isSentWithKey(origin)
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
  const ageMs = now().getTime() - createdAt.getTime();
  const time = isOpen ? await readReviewTime(orm) : undefined;
  const isExpected = time !== undefined && time.medianMs > ageMs;
  const body: SubmissionState = {
    id,
    status,
    url: `${config.consoleUrl}${routes.submission(id)}`,
    task_id: taskId,
    input_id: inputId,
    note: note === "" ? null : note,
    ...(isExpected && { expected_at: new Date(createdAt.getTime() + time.medianMs).toISOString() }),
  };
  return { body, retryAfter: isOpen ? pollingInterval(ageMs) : undefined };
}

/** Returns the seconds between two polls of an open submission: a tenth of its age, from 10 s to 5 min. */
export function pollingInterval(ageMs: number): number {
  return Math.min(300, Math.max(10, Math.floor(ageMs / 10_000)));
}
