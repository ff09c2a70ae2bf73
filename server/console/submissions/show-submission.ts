import type { Submission } from "#server/gateway/submissions/create-submission.ts";

/** A submission as sent to the console: plain JSON, with times as ISO 8601 strings. */
export type ShownSubmission = ReturnType<typeof showSubmission>;

/** Returns the listed columns, so that no member gets a new column before it is listed here. */
export function showSubmission(submission: Submission) {
  const { id, release, taskId, inputId, options, title, note, status, origin, ordered } = submission;
  const { authorId, supersedes, batch, findings, assignedTo, createdAt, updatedAt } = submission;
  return {
    submissionId: id,
    ...{ release, taskId, inputId, options, title, note, status, origin, ordered },
    ...{ authorId, supersedes, batch, findings, assignedTo },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
