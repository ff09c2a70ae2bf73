import type { PredictionRequest } from "#lib/contract/request.ts";
import { findFindings } from "#lib/findings/find-findings.ts";
import type { Finding } from "#lib/findings/finding.ts";
import type { GatewayContext } from "#server/gateway/context.ts";

/** Returns the findings on a request, including those of the release about data that it cannot use. */
export function findingsOf(
  { model, now }: Pick<GatewayContext, "model" | "now">,
  request: PredictionRequest,
): Finding[] {
  const { trainingCutoff, unusable } = model;
  return findFindings(request, { now: now().toISOString(), trainingCutoff, usable: unusable });
}
