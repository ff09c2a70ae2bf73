import type { PredictionRequest } from "#lib/contract/request.ts";
import { findFindings } from "#lib/findings/find-findings.ts";
import type { Finding } from "#lib/findings/finding.ts";
import type { GatewayContext } from "#server/gateway/context.ts";

/** The stored finding of a submission that declares another order of the options than its task has. */
export const OTHER_ORDER = "medium:other-order";

/** Returns the findings on a request, including those of the release about data that it cannot use. */
export function findingsOf(
  { model, now }: Pick<GatewayContext, "model" | "now">,
  request: PredictionRequest,
  declaresOtherOrder = false,
): Finding[] {
  const { trainingCutoff, unusable } = model;
  return findFindings(request, { now: now().toISOString(), trainingCutoff, usable: unusable, declaresOtherOrder });
}
