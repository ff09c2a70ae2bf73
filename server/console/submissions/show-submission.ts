import type { Submission } from "#server/gateway/submissions/create-submission.ts";

/** A submission as sent to the console: plain JSON, with times as ISO 8601 strings. */
export interface ShownSubmission {
  readonly submissionId: string;
  readonly release: string;
  readonly taskId: string;
  readonly inputId: string;
  /** Option ids in the order in which the author wrote them. */
  readonly options: readonly string[];
  readonly title: string;
  readonly note: string;
  readonly status: Submission["status"];
  readonly origin: Submission["origin"];
  /** Whether the author declared the options to be ordered. */
  readonly ordered: boolean;
  readonly authorId: string;
  readonly supersedes: string | null;
  /** Id of the import that created the submission. */
  readonly batch: string | null;
  /** Severity and kind of each finding at the time of submission, such as "high:date-after-as-of". */
  readonly findings: readonly string[];
  readonly assignedTo: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export function showSubmission({ id, createdAt, updatedAt, ...rest }: Submission): ShownSubmission {
  return { submissionId: id, ...rest, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
