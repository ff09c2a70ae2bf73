import type { Submission } from "#server/gateway/submissions/create-submission.ts";

/** A submission as sent to the console: plain JSON, instants as strings. */
export interface ShownSubmission {
  readonly submissionId: string;
  readonly release: string;
  readonly taskId: string;
  readonly inputId: string;
  /** The option ids in the author's order. */
  readonly options: readonly string[];
  readonly title: string;
  readonly note: string;
  readonly status: Submission["status"];
  readonly origin: Submission["origin"];
  /** The author declared that the options have an order. */
  readonly ordered: boolean;
  readonly authorId: string;
  readonly supersedes: string | null;
  /** Set if the submission is a variant of an experiment. */
  readonly experimentId: string | null;
  readonly variant: string | null;
  readonly variantOf: string | null;
  /** Id of the import that created it. */
  readonly batch: string | null;
  /** Severity and kind of each finding at submission: "high:date-after-as-of". */
  readonly findings: readonly string[];
  /** Id of the assigned reviewer. */
  readonly assignedTo: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export function showSubmission({ id, createdAt, updatedAt, ...rest }: Submission): ShownSubmission {
  return { submissionId: id, ...rest, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
