import type { Status } from "#lib/domain/submissions.ts";
import { type ContractError, GatewayError } from "#server/base/errors.ts";
import { MAX_OPEN, type Sent } from "./send-to-review.ts";

const STATES: Readonly<Record<Status, (id: string) => string>> = {
  submitted: (id) => `Submission ${id} waits for review.`,
  approved: (id) => `Submission ${id} was approved, but an approval was revoked.`,
  changes_requested: (id) => `Reviewers asked for changes to submission ${id}.`,
  rejected: (id) => `Reviewers rejected submission ${id}.`,
  withdrawn: (id) => `Submission ${id} was withdrawn.`,
};

const FULL = `The request was not sent for review: this API key already has ${MAX_OPEN} open submissions.`;

/** Returns the refusal of an unreviewed request with the review state of its submission appended to each issue. */
export function nameSubmission({ code, message, issues, detail }: ContractError, sent: Sent): ContractError {
  const state = sent === "full" ? FULL : STATES[sent.status](sent.id);
  const named = issues.map((issue) => ({ ...issue, message: `${issue.message} ${state}` }));
  return new GatewayError(code, { message, issues: named, ...(detail === undefined ? {} : { detail }) });
}
