import { findRefusal } from "#lib/domain/find-refusal.ts";
import { type Holder, isPermitted, type Member, type Permission } from "#lib/domain/members.ts";
import { isSentWithKey, STATUS_LABELS } from "#lib/domain/submissions.ts";
import type { ReviewState } from "#server/audit/log/audit-log.ts";
import type { Submission } from "./create-submission.ts";

export interface DecisionBlock {
  readonly reason: "closed" | "role" | "author" | "decided";
  readonly code: "CONFLICT" | "FORBIDDEN";
  readonly message: string;
}

interface Reader extends Holder {
  readonly wrote: boolean;
  readonly decided: boolean;
}

/** Returns the reason why a member may not decide on a submission, or null if the member may. */
export function findDecisionBlock({ status }: Pick<Submission, "status">, reader: Reader): DecisionBlock | null {
  if (status !== "submitted") {
    const message = `The review of this submission is closed: ${STATUS_LABELS[status]}.`;
    return { reason: "closed", code: "CONFLICT", message };
  }
  const message = findRefusal(reader, "decide");
  if (message !== undefined) return { reason: "role", code: "FORBIDDEN", message };
  if (reader.wrote) return { reason: "author", code: "FORBIDDEN", message: WROTE };
  if (reader.decided) return { reason: "decided", code: "CONFLICT", message: DECIDED };
  return null;
}

const WROTE =
  "You wrote this task or another version of it, or created the API key that sent it: another reviewer must decide.";
const DECIDED = "You have already decided. This submission waits for another reviewer.";

/** Returns the reason why the member may not decide, or null, in the shape that is sent with a submission. */
export function mayDecide(submission: Pick<Submission, "status">, reader: Reader): { readonly decide: string | null } {
  return { decide: findDecisionBlock(submission, reader)?.message ?? null };
}

/** A member's open submission may be revised only by its author; a closed one, or one of an API key, by any member. */
export function mayRevise({ status, origin, authorId }: Submission, memberId: string): boolean {
  return status !== "submitted" || isSentWithKey(origin) || authorId === memberId;
}

/** Returns the actions that a member may take on a submission. The API enforces the same rules. */
export function permissionsFor(
  submission: Submission,
  member: Member,
  review: ReviewState & Pick<Reader, "wrote" | "decided">,
) {
  const isOpen = submission.status === "submitted";
  const may = (permission: Permission) => isPermitted(member, permission);
  return {
    ...mayDecide(submission, { ...member, ...review }),
    review: isOpen && may("review"),
    revise: may("submit") && mayRevise(submission, member.id),
    withdraw: isOpen && may("submit") && submission.authorId === member.id,
    revoke: may("revoke"),
    /** Whether the submission is approved and neither its binding nor its approval has been revoked. */
    run: may("forecast") && submission.status === "approved" && review.bound && review.approved,
  };
}
