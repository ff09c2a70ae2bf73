import type { ERASED_THINGS, ErasureRule } from "#lib/domain/erasures.ts";

interface Erasure {
  readonly erasure_id: string;
  readonly thing: (typeof ERASED_THINGS)[number];
  readonly subject_id: string;
  readonly rule: ErasureRule;
}

export type ErasureEvent =
  | (Erasure & { readonly kind: "erasure.requested" })
  | { readonly kind: "erasure.withdrawn"; readonly erasure_id: string }
  | ErasureCarriedOut;

export interface ErasureCarriedOut extends Erasure {
  readonly kind: "erasure.carried_out";
  readonly requested_by: string;
  /** Submissions that were open. */
  readonly withdrawn: readonly string[];
  /** Ids of the tasks and inputs whose texts were erased, and of the bindings and approvals that were revoked. */
  readonly tasks: readonly string[];
  readonly inputs: readonly string[];
  readonly bindings: readonly string[];
  readonly approvals: readonly string[];
  /** Events that lost a content, as `seq/field`. Those of predictions follow from the tasks and inputs. */
  readonly removed: readonly string[];
  /** New digests of evaluations whose cases lost their texts. Their reports were removed. */
  readonly evaluations: readonly { readonly evaluation_id: string; readonly cases_digest: string }[];
}
