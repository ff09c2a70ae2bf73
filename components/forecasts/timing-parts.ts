import type { Timing } from "#lib/contract/response.ts";

export interface TimingPart {
  readonly name: string;
  readonly ms: number;
  /** Index of the chart colour, 1 to 5. */
  readonly colour: number;
}

/**
 * Splits the time from arrival to answer. The parts sum to the total, or to the time the model reports if that is
 * longer.
 */
export function timingParts(timing: Timing): TimingPart[] {
  const { gateway_queue_ms, model_queue_ms, load_ms, inference_ms, gateway_total_ms } = timing;
  const rest = gateway_total_ms - gateway_queue_ms - model_queue_ms - load_ms - inference_ms;
  return [
    { name: "Waiting in the gateway", ms: gateway_queue_ms, colour: 1 },
    { name: "Waiting in the model", ms: model_queue_ms, colour: 2 },
    { name: "Loading", ms: load_ms, colour: 3 },
    { name: "Inference", ms: inference_ms, colour: 4 },
    { name: "Other: validation, audit log, network", ms: Math.max(0, rest), colour: 5 },
  ];
}
