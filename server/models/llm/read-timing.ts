import { z } from "zod";
import type { JsonObject } from "#lib/contract/json.ts";
import type { ModelTiming } from "#lib/contract/response.ts";
import { milliseconds } from "#lib/milliseconds.ts";

const duration = z.number().min(0);

/** Times reported by vLLM with `--enable-per-request-metrics`. */
const vllmSchema = z.looseObject({
  metrics: z.looseObject({
    queue_time_ms: duration,
    time_to_first_token_ms: duration,
    generation_time_ms: duration,
  }),
});

/** Times reported by llama.cpp, in milliseconds: prompt processing and generation. */
const llamaSchema = z.looseObject({
  timings: z.looseObject({ prompt_ms: duration, predicted_ms: duration }),
});

/** Times reported by Ollama, in nanoseconds. The total includes the time to load the model. */
const ollamaSchema = z
  .looseObject({ total_duration: duration, load_duration: duration.default(0) })
  .refine(({ total_duration, load_duration }) => load_duration <= total_duration);

/** The timing of a call. `reportsLoad` is true if the server reports load times, so a cold start would be visible. */
export interface Timing extends ModelTiming {
  readonly reportsLoad: boolean;
}

/** Load times from this value count as a cold start. Ollama reports tens of ms even for a loaded model. */
const COLD_FROM_MS = 500;

/** Returns the times that a server reports for one call; undefined if it reports no times. A part not reported is 0. */
export function readTiming(body: JsonObject): Timing | undefined {
  const vllm = vllmSchema.safeParse(body);
  if (vllm.success) {
    const { queue_time_ms, time_to_first_token_ms, generation_time_ms } = vllm.data.metrics;
    return timingOf(queue_time_ms, time_to_first_token_ms + generation_time_ms);
  }
  const llama = llamaSchema.safeParse(body);
  if (llama.success) return timingOf(0, llama.data.timings.prompt_ms + llama.data.timings.predicted_ms);
  const ollama = ollamaSchema.safeParse(body);
  if (ollama.success) {
    const { total_duration, load_duration } = ollama.data;
    return timingOf(0, (total_duration - load_duration) / 1e6, load_duration / 1e6);
  }
  return undefined;
}

export function addTimings(timings: readonly Timing[]): Timing {
  const total = (part: "model_queue_ms" | "inference_ms" | "load_ms") =>
    milliseconds(timings.reduce((sum, one) => sum + one[part], 0));
  return {
    model_queue_ms: total("model_queue_ms"),
    inference_ms: total("inference_ms"),
    load_ms: total("load_ms"),
    cold_start: timings.some((one) => one.cold_start),
    reportsLoad: timings.every((one) => one.reportsLoad),
  };
}

/** `loadMs` is undefined if the server does not report the load time. */
export function timingOf(queueMs: number, inferenceMs: number, loadMs?: number): Timing {
  return {
    model_queue_ms: milliseconds(queueMs),
    inference_ms: milliseconds(inferenceMs),
    load_ms: milliseconds(loadMs ?? 0),
    cold_start: (loadMs ?? 0) >= COLD_FROM_MS,
    reportsLoad: loadMs !== undefined,
  };
}
