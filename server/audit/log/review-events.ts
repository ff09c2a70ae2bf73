import type { Status } from "#lib/contract/statuses.ts";
import type { Checklist, Grant, Verdict } from "#lib/domain/reviews.ts";
import type { Origin } from "#lib/domain/submissions.ts";
import type { Content } from "./contents.ts";

/** An event about a submission, its assignment, a decision on it, a revoked binding or approval, or the guideline. */
export type ReviewEvent =
  | {
      readonly kind: "submission.created";
      readonly submission_id: string;
      /** Missing if the actor is the author. */
      readonly author_id?: string;
      readonly supersedes: string | null;
      readonly origin: Origin;
      readonly release: string;
      readonly task_id: string;
      readonly input_id: string;
      /** The options in the author's order: their indices in canonical order. */
      readonly order: readonly number[];
      /** Findings of the automated checks, such as "high:date-after-as-of". */
      readonly findings: readonly string[];
    }
  | {
      readonly kind: "submission.withdrawn";
      readonly submission_id: string;
      readonly task_id: string;
      readonly input_id: string;
    }
  | {
      /** An assignment is only a hint: any reviewer may decide. */
      readonly kind: "review.assigned";
      readonly submission_id: string;
      readonly task_id: string;
      readonly input_id: string;
      /** Null removes the assignment. */
      readonly reviewer_id: string | null;
    }
  | {
      readonly kind: "review.decided";
      readonly submission_id: string;
      readonly release: string;
      readonly task_id: string;
      readonly input_id: string;
      readonly decision: Content<Decision>;
      readonly note: Content;
      /** Digest of the guideline; missing if there was none. */
      readonly guideline_digest?: string;
      /** Set if the task was sent with an API key that no member owns: the reviewer may be the author. */
      readonly author_unknown?: true;
      /** Number of submissions decided together with the same answers; missing if this one was decided alone. */
      readonly together?: number;
    }
  | {
      /** A reviewer was refused a decision on their own submission. */
      readonly kind: "review.refused";
      readonly submission_id: string;
      readonly release: string;
      readonly task_id: string;
      readonly input_id: string;
      readonly reason: "author";
    }
  | {
      readonly kind: "review.revoked";
      readonly revoked: Grant;
      /** The id of the binding or approval. */
      readonly grant_id: string;
      readonly release: string;
      readonly task_id: string;
      readonly input_id: string | null;
      readonly reason: Content;
    }
  | {
      /** The new guideline for reviews, and the SHA-256 of its text in UTF-8. An empty text removes the guideline. */
      readonly kind: "guideline.set";
      readonly digest: string;
      readonly text: Content;
    };

/** Both verdicts of a reviewer on a submission, and their effects. */
export interface Decision {
  readonly binding: Verdict;
  readonly quality: Verdict;
  readonly checklist: Checklist;
  /** Expiry of what the decision approves. Missing if it approves nothing or does not expire. */
  readonly expires_at?: string;
  readonly status: Status;
  /**
   * Ids of the binding and the approval that this decision granted. Null if none was granted, or if the existing one
   * lasts at least as long. An expiry is missing if the grant does not expire.
   */
  readonly granted: {
    readonly binding_id: string | null;
    readonly approval_id: string | null;
    readonly binding_expires_at?: string;
    readonly approval_expires_at?: string;
  };
  /** Ids of the binding and the approval that were replaced because they expired earlier. */
  readonly replaced?: { readonly binding_id: string | null; readonly approval_id: string | null };
}
