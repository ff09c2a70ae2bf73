import { z } from "zod";
import { MAX_OPTIONS, MIN_OPTIONS } from "./bounds.ts";
import { digestSchema } from "./digest.ts";
import { ERROR_CODES } from "./error-table.ts";
import { MAX_ISSUES } from "./issue.ts";
import { REASON_NAMES } from "./reasons.ts";
import { dateTime, optionIdSchema, taskSchema } from "./request.ts";
import { STATUSES } from "./statuses.ts";

/** Schema of the response of `POST /v1/predict`. It validates each response, and `/openapi.json` publishes it. */

const milliseconds = z.number().min(0);

const resultSchema = z.strictObject({
  type: z.literal("choice"),
  choice: optionIdSchema.describe(
    "The most probable option. In an exact tie, the lexicographically first id (by code unit).",
  ),
  probabilities: z
    .record(optionIdSchema, z.number().min(0).max(1))
    .meta({ minProperties: MIN_OPTIONS, maxProperties: MAX_OPTIONS })
    .describe("One probability for every requested option. The probabilities sum to 1 within 1e-6."),
  confidence: z.null().describe("Reserved, always null. Never derived from the highest probability."),
  calibration_status: z.literal("not_independently_verified"),
});

const timingSchema = z.strictObject({
  gateway_queue_ms: milliseconds.describe("Time spent waiting for a model slot."),
  model_queue_ms: milliseconds.describe("Queue time inside the model, as reported by the model."),
  inference_ms: milliseconds.describe("Inference time, as reported by the model."),
  load_ms: milliseconds.describe("Time to load the model, as reported by the model; 0 if it was already loaded."),
  cold_start: z.boolean().describe("Whether the model had to be loaded for this request."),
  gateway_total_ms: milliseconds.describe(
    "Time from the arrival of the request's headers until the answer is complete, before it is recorded and sent.",
  ),
  cache_hit: z.literal(false),
  client_end_to_end_ms: z.null().describe("Always null, because only the client can measure this time."),
});

export const responseSchema = z.strictObject({
  schema_version: z.literal("1.1"),
  request_id: z.uuid(),
  model: z.string().describe("The model release, such as service-r13-c."),
  model_version: z
    .string()
    .regex(/^r13-c@[a-f0-9]{40}$/)
    .describe("The exact model version that answered."),
  task: taskSchema.describe("The task as accepted."),
  result: resultSchema,
  generated_at: dateTime("generated_at"),
  input_as_of: dateTime("input_as_of"),
  input_id: digestSchema.describe("SHA-256 of the RFC 8785 canonical form of `input`."),
  timing: timingSchema,
  mode: z.literal("research"),
});

/** The review of a request: `error.submission`, and the body of `GET /review-status/{submission_id}`. */
export const submissionStateSchema = z.strictObject({
  id: z.uuid(),
  status: z.enum(STATUSES),
  url: z.url().describe("The submission in the console, for members."),
  task_id: digestSchema.describe("SHA-256 of the RFC 8785 canonical form of `task`."),
  input_id: digestSchema.describe("SHA-256 of the RFC 8785 canonical form of `input`."),
  note: z
    .string()
    .nullable()
    .describe("The reviewers' note to the author. Null if there is no note, or if a member wrote the submission."),
  expected_at: dateTime("expected_at")
    .optional()
    .describe("An estimate of the time of the decision. Missing if there is none, or if that time has passed."),
});

export const errorBodySchema = z.strictObject({
  error: z.strictObject({
    code: z.enum(ERROR_CODES),
    message: z.string(),
    issues: z
      .array(
        z.strictObject({
          code: z.enum(ERROR_CODES),
          path: z.string().describe("A JSON Pointer (RFC 6901) into the request body."),
          message: z.string(),
        }),
      )
      .max(MAX_ISSUES)
      .describe("The violations, in the order of checks."),
    reason: z
      .enum(REASON_NAMES)
      .optional()
      .describe(
        "The cause of `TASK_NOT_SUPPORTED`, `INPUT_QUALITY_UNVERIFIED` or `RATE_LIMITED`, which have several. `RATE_LIMITED` has no reason if the limit per minute is used up.",
      ),
    submission: submissionStateSchema
      .optional()
      .describe("The review of the request, if the request was refused because a review is missing."),
    doc_url: z
      .string()
      .describe("Link to this error code in the API reference, relative to the address of the gateway."),
  }),
  request_id: z.uuid(),
});

export type PredictionResponse = z.infer<typeof responseSchema>;
export type PredictionResult = z.infer<typeof resultSchema>;
export type Timing = z.infer<typeof timingSchema>;
/** The times that the model measures, in milliseconds. */
export type ModelTiming = Pick<Timing, "model_queue_ms" | "inference_ms" | "load_ms" | "cold_start">;
export type SubmissionState = z.infer<typeof submissionStateSchema>;
export type ErrorBody = z.infer<typeof errorBodySchema>;
