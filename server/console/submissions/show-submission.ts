import { isoDates } from "#server/base/iso-dates.ts";
import type { Submission } from "#server/gateway/submissions/create-submission.ts";

/**
 * Returns a submission as sent to the console: the listed columns, so that no member gets a new column before it is
 * listed here.
 */
export function showSubmission(submission: Submission) {
  const { id, release, taskId, inputId, options, title, note, status, origin, client, ownId } = submission;
  const { authorId, supersedes, batch, findings, assignedTo, createdAt, updatedAt } = submission;
  return isoDates({
    submissionId: id,
    ...{ release, taskId, inputId, options, title, note, status, origin, client, ownId },
    ...{ authorId, supersedes, batch, findings, assignedTo, createdAt, updatedAt },
  });
}
