import { canonicalJson } from "#lib/contract/canonical.ts";
import { compareInstants, readDateTime } from "#lib/contract/date-time.ts";
import { pointer } from "#lib/contract/issue.ts";
import type { Observation, PredictionRequest, StructuredObservation } from "#lib/contract/request.ts";
import type { Detector, Finding } from "./finding.ts";

/**
 * Reports structured observations with identical data. With the same date, they would be counted twice. With different
 * dates, forecasts and measurements are not reported, because a market or a series may repeat its value.
 */
export const findDuplicateData: Detector = (request) => {
  const seen = new Map<string, number[]>();
  const findings: Finding[] = [];
  for (const [observation, item] of request.input.context.entries()) {
    if (item.type !== "structured") continue;
    const form = canonicalJson(item.data);
    const earlier = seen.get(form) ?? [];
    const same = earlier.find((index) => isSameDate(request, index, item));
    const twin = same ?? (isMeasurement(item) ? undefined : earlier[0]);
    if (twin !== undefined) findings.push(toFinding(observation, twin, same !== undefined));
    // Limited, because a request may contain hundreds of identical observations.
    if (same === undefined && earlier.length < 64) seen.set(form, [...earlier, observation]);
  }
  return findings;
};

function isMeasurement(item: StructuredObservation): boolean {
  return item.data.kind === "forecast" || item.data.kind === "measurement";
}

function isSameDate(request: PredictionRequest, index: number, item: Observation): boolean {
  const other = request.input.context[index];
  const [a, b] = [readDateTime(item.observed_at), readDateTime(other?.observed_at ?? "")];
  return a.ok && b.ok && compareInstants(a.instant, b.instant) === 0;
}

function toFinding(observation: number, twin: number, sameDate: boolean): Finding {
  const date = sameDate ? "and date " : "";
  const advice = sameDate
    ? "They would count twice. Remove one of the two observations."
    : "If both describe the same facts, remove one of the two observations.";
  return {
    id: "duplicate-observation",
    severity: sameDate ? "medium" : "low",
    path: pointer(["input", "context", observation]),
    message: `The data ${date}are the same as in observation ${twin + 1}. ${advice}`,
  };
}
