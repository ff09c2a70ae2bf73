import { isPermitted, type Member, type Role } from "#lib/console/members.ts";
import type { SubmissionPermissions } from "#lib/console/submissions.ts";
import type { ReviewState } from "#server/infra/audit-log/audit-log.ts";
import type { Submission } from "./create-submission.ts";

/** Why a member may not decide on a submission: the code and the message of the refusal. */
export const DECISION_BLOCKS = {
  closed: { code: "CONFLICT", message: "This submission is already decided or withdrawn." },
  role: { code: "FORBIDDEN", message: "Only members with the role reviewer decide." },
  author: {
    code: "FORBIDDEN",
    message: "You wrote this task or a version of it, or made a key that sent it: another reviewer must decide.",
  },
  decided: { code: "CONFLICT", message: "You have given your verdicts. It waits for another reviewer." },
} as const;

export type DecisionBlock = keyof typeof DECISION_BLOCKS;

interface Reader {
  /** Undefined for a disabled member. */
  readonly role: Role | undefined;
  readonly wrote: boolean;
  readonly decided: boolean;
}

/** What stops a member from deciding on a submission; null: nothing. */
export function findDecisionBlock(
  { status }: Pick<Submission, "status">,
  { role, wrote, decided }: Reader,
): DecisionBlock | null {
  if (status !== "submitted") return "closed";
  if (role === undefined || !isPermitted(role, "decide")) return "role";
  if (wrote) return "author";
  return decided ? "decided" : null;
}

/** The same as it is sent with a submission. */
export function mayDecide(submission: Pick<Submission, "status">, reader: Reader): { readonly decide: string | null } {
  const block = findDecisionBlock(submission, reader);
  return { decide: block === null ? null : DECISION_BLOCKS[block].message };
}

/** Anyone may revise what is decided, withdrawn or a backend's. A member's open submission is its author's. */
export function mayRevise({ status, origin, authorId }: Submission, memberId: string): boolean {
  return status !== "submitted" || origin === "caller" || authorId === memberId;
}

/** What a member may do with a submission, by the rules that the services enforce. */
export function permissionsFor(
  submission: Submission,
  { id, role }: Member,
  review: ReviewState & { readonly wrote: boolean; readonly decided: boolean },
): SubmissionPermissions {
  const isOpen = submission.status === "submitted";
  return {
    ...mayDecide(submission, { role, ...review }),
    review: isOpen && isPermitted(role, "review"),
    revise: mayRevise(submission, id),
    withdraw: isOpen && submission.authorId === id,
    revoke: isPermitted(role, "revoke"),
    run: submission.status === "approved" && review.bound && review.approved,
  };
}
