import type { ERASED_THINGS, ErasureRule, HELD_THINGS, RETENTION } from "#lib/domain/erasures.ts";
import type { Content } from "./contents.ts";

interface Erasure {
  readonly erasure_id: string;
  readonly thing: (typeof ERASED_THINGS)[number];
  readonly subject_id: string;
  readonly rule: ErasureRule | typeof RETENTION;
}

interface Hold {
  readonly hold_id: string;
  readonly note: Content;
}

/** Ages in days; null: the rule is off. */
export type RetentionRules = Readonly<Record<"submissions_days" | "records_days", number | null>>;

export type ErasureEvent =
  | (Erasure & { readonly kind: "erasure.requested" })
  | { readonly kind: "erasure.withdrawn"; readonly erasure_id: string }
  | (Hold & { readonly kind: "hold.set"; readonly thing: (typeof HELD_THINGS)[number]; readonly subject_id: string })
  | (Hold & { readonly kind: "hold.lifted" })
  | (RetentionRules & { readonly kind: "retention.changed" })
  | ErasureCarriedOut;

export interface ErasureCarriedOut extends Erasure {
  readonly kind: "erasure.carried_out";
  readonly requested_by: string;
  /** Set for a run of the retention, whose `subject_id` is empty. */
  readonly retention?: { readonly submissions: readonly string[] } & Record<"deliveries" | "sign_ins", number>;
  /** Submissions that were open. */
  readonly withdrawn: readonly string[];
  /** Ids of the tasks and inputs whose texts were erased, and of the bindings and approvals that were revoked. */
  readonly tasks: readonly string[];
  readonly inputs: readonly string[];
  readonly bindings: readonly string[];
  readonly approvals: readonly string[];
  /** Digest of the input without the observation that was erased. */
  readonly remaining?: string;
  /** Events that lost a content, as `seq/field`. Those of predictions follow from the tasks and inputs. */
  readonly removed: readonly string[];
  /** New digests of evaluations whose cases lost their texts. Their reports were removed. */
  readonly evaluations: readonly { readonly evaluation_id: string; readonly cases_digest: string }[];
}
