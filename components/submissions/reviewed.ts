import type { Outputs } from "#components/ui/trpc.ts";

/** A submission with its review, for the panels next to its content. */
export interface Reviewed {
  readonly submission: Outputs["submissions"]["get"];
  readonly context: Outputs["reviews"]["context"];
}
