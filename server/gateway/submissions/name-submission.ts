import type { Status } from "#lib/domain/submissions.ts";
import { type ContractError, GatewayError } from "#server/base/errors.ts";
import { MAX_OPEN, type Sent } from "./send-to-review.ts";

const STATES: Readonly<Record<Status, (id: string) => string>> = {
  submitted: (id) => `Submission ${id} waits for review.`,
  approved: (id) => `An approval of submission ${id} is no longer active.`,
  changes_requested: (id) => `Reviewers asked for changes to submission ${id}.`,
  rejected: (id) => `Reviewers rejected submission ${id}.`,
  withdrawn: (id) => `Submission ${id} was withdrawn.`,
};

const FULL = `It was not sent to review: this API key has ${MAX_OPEN} open submissions.`;

/** Appends the submission's review state to each issue of the refusal of an unreviewed request. */
export function nameSubmission({ code, message, issues, detail }: ContractError, sent: Sent): ContractError {
  const state = sent === "full" ? FULL : STATES[sent.status](sent.id);
  const named = issues.map((issue) => ({ ...issue, message: `${issue.message} ${state}` }));
  return new GatewayError(code, { message, issues: named, ...(detail === undefined ? {} : { detail }) });
}
