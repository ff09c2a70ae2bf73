import type { Timing } from "#lib/contract/response.ts";

/**
 * Splits the time from the request's arrival to the response. The parts add up to the total, or to more if the reported
 * queue, load and inference times exceed the total.
 */
export function timingParts(timing: Timing): { readonly name: string; readonly ms: number }[] {
  const { gateway_queue_ms, model_queue_ms, load_ms, inference_ms, gateway_total_ms } = timing;
  const rest = gateway_total_ms - gateway_queue_ms - model_queue_ms - load_ms - inference_ms;
  return [
    { name: "Gateway queue", ms: gateway_queue_ms },
    { name: "Model queue", ms: model_queue_ms },
    { name: "Model loading", ms: load_ms },
    { name: "Inference", ms: inference_ms },
    { name: "Other: validation, audit log, network", ms: Math.max(0, rest) },
  ];
}
