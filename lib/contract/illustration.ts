import type { z } from "zod";
import type { illustrationSchema } from "./response.ts";

/** An example response with placeholders and without timings, so that it cannot be mistaken for a real one. */
export const ILLUSTRATION: z.infer<typeof illustrationSchema> = {
  schema_version: "1.1",
  request_id: "illustration-only",
  model: "service-r13-c",
  model_version: `r13-c@${"0".repeat(40)}`,
  task: {
    type: "choice",
    instructions: "An example question.",
    criteria: { first: "What the first option means.", second: null },
    resolution: { criteria: "How the outcome is determined.", resolves_at: "2030-01-01T00:00:00Z" },
  },
  result: {
    type: "choice",
    choice: "first",
    probabilities: { first: 0.5, second: 0.5 },
    confidence: null,
    calibration_status: "not_independently_verified",
  },
  generated_at: "2029-01-01T00:00:00Z",
  input_as_of: "2029-01-01T00:00:00Z",
  input_id: `sha256:${"0".repeat(64)}`,
  timing: {
    gateway_queue_ms: null,
    model_queue_ms: null,
    inference_ms: null,
    load_ms: null,
    cold_start: null,
    gateway_total_ms: null,
    cache_hit: false,
    client_end_to_end_ms: null,
  },
  mode: "illustration",
};
