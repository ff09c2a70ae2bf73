import type { Reason } from "#lib/contract/reasons.ts";
import type { Status } from "#lib/contract/statuses.ts";
import { type ContractError, GatewayError } from "#server/base/errors.ts";
import type { Sent } from "./send-to-review.ts";

const STATES: Readonly<Record<Status, { readonly reason: Reason; say(id: string): string }>> = {
  submitted: { reason: "in_review", say: (id) => `Submission ${id} waits for review.` },
  approved: { reason: "revoked", say: (id) => `Submission ${id} was approved, but an approval was revoked.` },
  changes_requested: {
    reason: "changes_requested",
    say: (id) => `Reviewers asked for changes to submission ${id}.`,
  },
  rejected: { reason: "rejected", say: (id) => `Reviewers rejected submission ${id}.` },
  withdrawn: { reason: "withdrawn", say: (id) => `Submission ${id} was withdrawn.` },
};

/** Returns the refusal of an unreviewed request with the review of its submission. */
export function nameSubmission({ code, issues, detail, reason }: ContractError, sent: Sent): ContractError {
  const named = (state: string) => issues.map((issue) => ({ ...issue, message: `${issue.message} ${state}` }));
  if ("notSent" in sent) {
    const message = `The request was not sent for review, because ${sent.notSent}.`;
    return new GatewayError(code, { message, issues: named(message), detail, reason });
  }
  const { body: submission, retryAfter } = sent;
  const { reason: cause, say } = STATES[submission.status];
  return new GatewayError(code, { issues: named(say(submission.id)), detail, reason: cause, submission, retryAfter });
}
