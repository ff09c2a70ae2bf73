import type { JsonObject } from "#lib/contract/json.ts";
import type { Observation, PredictionRequest } from "#lib/contract/request.ts";
import type { Detector, Finding, FindingContext } from "#lib/findings/finding.ts";

/** Test fixtures: a request without findings, and helpers to change it. */

export const NOW = "2026-08-01T00:00:00Z";
export const AS_OF = "2026-06-15T09:00:00Z";

const YES_NO = { yes: "The line carries passengers by the deadline.", no: "It does not." };

export interface Parts {
  readonly asOf?: string;
  readonly resolvesAt?: string;
  readonly instructions?: string;
  readonly criteria?: Readonly<Record<string, string | null>>;
  readonly resolution?: string;
  readonly context?: readonly Observation[];
}

export function requestOf(parts: Parts = {}): PredictionRequest {
  return {
    model: "service-r13-c",
    task: {
      type: "choice",
      instructions:
        parts.instructions ?? "Will the Larkfield harbour tram line carry passengers by the end of September?",
      criteria: { ...(parts.criteria ?? YES_NO) },
      resolution: {
        criteria: parts.resolution ?? "Decided by the register that Larkfield Transit publishes.",
        resolves_at: parts.resolvesAt ?? "2026-10-01T00:00:00Z",
      },
    },
    input: {
      as_of: parts.asOf ?? AS_OF,
      context: [...(parts.context ?? [text("Track and overhead line are complete.")])],
    },
  };
}

export function text(content: string, observedAt = "2026-06-10T12:00:00Z"): Observation {
  return { type: "text", text: content, observed_at: observedAt };
}

export function structured(data: JsonObject, observedAt = "2026-06-10T12:00:00Z"): Observation {
  return { type: "structured", data, observed_at: observedAt };
}

export function forecast(probabilities: JsonObject, observedAt?: string): Observation {
  return structured({ kind: "forecast", source: "club", probabilities }, observedAt);
}

export function detect(detector: Detector, parts: Parts, context: Partial<FindingContext> = {}): Finding[] {
  return detector(requestOf(parts), { now: NOW, ...context });
}
