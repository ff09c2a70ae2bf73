import type { Timing } from "#lib/contract/response.ts";

export interface TimingPart {
  readonly name: string;
  readonly ms: number;
  /** Index of the chart colour, 1 to 5. */
  readonly colour: number;
}

/**
 * Splits the time from the request's arrival to the response. The parts add up to the total, or to more if the reported
 * queue, load and inference times exceed the total.
 */
export function timingParts(timing: Timing): TimingPart[] {
  const { gateway_queue_ms, model_queue_ms, load_ms, inference_ms, gateway_total_ms } = timing;
  const rest = gateway_total_ms - gateway_queue_ms - model_queue_ms - load_ms - inference_ms;
  return [
    { name: "Gateway queue", ms: gateway_queue_ms, colour: 1 },
    { name: "Model queue", ms: model_queue_ms, colour: 2 },
    { name: "Model loading", ms: load_ms, colour: 3 },
    { name: "Inference", ms: inference_ms, colour: 4 },
    { name: "Other: validation, audit log, network", ms: Math.max(0, rest), colour: 5 },
  ];
}
