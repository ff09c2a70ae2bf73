import type { Submission } from "#server/gateway/submissions/create-submission.ts";

/** A submission as it crosses to the console: plain JSON, instants as strings. */
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
  /** The experiment that it is a variant of, and the variant's name. */
  readonly experimentId: string | null;
  readonly variant: string | null;
  readonly variantOf: string | null;
  /** Of the import that it came with. */
  readonly batch: string | null;
  /** The severity and the kind of each finding when it was submitted: "high:date-after-as-of". */
  readonly findings: readonly string[];
  /** The reviewer who is to decide. */
  readonly assignedTo: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export function showSubmission({ id, createdAt, updatedAt, ...rest }: Submission): ShownSubmission {
  return { submissionId: id, ...rest, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
