import type { Outputs } from "#components/ui/trpc.ts";
import { countOf } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";

/** Says how often the first two verdicts on a submission are equal. */
export function describeEqual({ submissions, binding, quality }: Outputs["reviews"]["agreement"]["equal"]): string {
  if (binding === null || quality === null) return "No decided submission has verdicts of two reviewers.";
  return `The first two verdicts, which are independent, agree on the question in ${formatPercent(binding)} and on the evidence in ${formatPercent(quality)} of ${countOf(submissions, "decided submission")}.`;
}
