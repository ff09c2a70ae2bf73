import type { Status } from "#lib/console/submissions.ts";
import { type ContractError, GatewayError } from "#server/errors.ts";
import type { Sent } from "./send-to-review.ts";

const STATES: Readonly<Record<Status, (id: string) => string>> = {
  submitted: (id) => `Submission ${id} waits for review.`,
  approved: (id) => `An approval of submission ${id} is no longer active.`,
  changes_requested: (id) => `Reviewers asked for changes to submission ${id}.`,
  rejected: (id) => `Reviewers rejected submission ${id}.`,
  withdrawn: (id) => `Submission ${id} was withdrawn.`,
};

/** The refusal of an unreviewed request, which says where its review stands. */
export function nameSubmission({ code, message, issues, detail }: ContractError, { id, status }: Sent): ContractError {
  const named = issues.map((issue) => ({ ...issue, message: `${issue.message} ${STATES[status](id)}` }));
  return new GatewayError(code, { message, issues: named, ...(detail === undefined ? {} : { detail }) });
}
