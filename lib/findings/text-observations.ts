import { pointer } from "#lib/contract/issue.ts";
import type { PredictionRequest } from "#lib/contract/request.ts";

export interface TextObservation {
  readonly observation: number;
  readonly path: string;
  readonly text: string;
  readonly observedAt: string;
}

export function textObservations(request: PredictionRequest): TextObservation[] {
  return request.input.context.flatMap((item, observation) => {
    if (item.type !== "text") return [];
    const path = pointer(["input", "context", observation, "text"]);
    return [{ observation, path, text: item.text, observedAt: item.observed_at }];
  });
}
