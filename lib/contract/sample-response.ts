import type { PredictionResponse } from "./response.ts";

/** An example response to `SAMPLE_REQUEST` with invented numbers. */
export const SAMPLE_RESPONSE: PredictionResponse = {
  schema_version: "1.1",
  request_id: "01a1f9e1-86ea-700a-8b16-071fe5055702",
  model: "service-r13-c",
  model_version: "r13-c@0123456789abcdef0123456789abcdef01234567",
  task: {
    type: "choice",
    instructions: "The question, as a reader would understand it.",
    criteria: { yes: "What must happen for yes.", no: "What must happen for no." },
    resolution: { criteria: "Who or what decides, and the source.", resolves_at: "2030-01-01T00:00:00Z" },
  },
  result: {
    type: "choice",
    choice: "no",
    probabilities: { yes: 0.31, no: 0.69 },
    confidence: null,
    calibration_status: "not_independently_verified",
  },
  generated_at: "2029-06-01T07:00:01.234Z",
  input_as_of: "2029-06-01T09:00:00+02:00",
  input_id: "sha256:0563da3fc38975f7a81528cb5b0c585b2c3f8c007d02be88a35693774e24a79c",
  timing: {
    gateway_queue_ms: 0.021,
    model_queue_ms: 0,
    inference_ms: 1.279,
    load_ms: 0,
    cold_start: false,
    gateway_total_ms: 6.411,
    cache_hit: false,
    client_end_to_end_ms: null,
  },
  mode: "research",
};
