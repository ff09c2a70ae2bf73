import { z } from "zod";
import { MAX_OPTIONS, MIN_OPTIONS } from "#lib/contract/bounds.ts";
import { isJsonObject } from "#lib/contract/json.ts";
import { requestSchema } from "#lib/contract/request.ts";
import { responseSchema } from "#lib/contract/response.ts";

/** Requests to and answers from a model server, published in `docs/model-server.schema.json`. */

const requestSchemaOfServer = z.strictObject({
  request_id: z.uuid().describe("The gateway's id of this request, for logs."),
  model: requestSchema.shape.model,
  task: requestSchema.shape.task,
  input: requestSchema.shape.input,
  deadline_ms: z.int().min(1).describe("So many milliseconds from now the gateway hangs up."),
});

export type ModelRequest = z.infer<typeof requestSchemaOfServer>;

/** An answer without its timing. Unknown members are ignored; known members must satisfy the contract. */
export const forecastSchema = z.looseObject({
  model_version: responseSchema.shape.model_version.describe(
    "`r13-c@` and 40 lowercase hex digits, such as the SHA-1 of everything that decides the answer.",
  ),
  probabilities: z
    // Not z.record, whose parser drops the name __proto__ and would hide an extra option.
    .custom<Record<string, number>>(isDistribution)
    .meta({
      type: "object",
      additionalProperties: { type: "number", minimum: 0, maximum: 1 },
      minProperties: MIN_OPTIONS,
      maxProperties: MAX_OPTIONS,
      description: "One probability for every option of the task, and no other; they sum to 1 within 1e-6.",
    }),
  request_id: z.string().optional().describe("If given, the request's own."),
  choice: z
    .string()
    .optional()
    .describe("If given, the most probable option; of options that tie exactly, the lexicographically first id."),
  mode: z.literal("research").optional(),
});

const milliseconds = z.number().min(0);

export const timingSchema = z
  .looseObject({
    model_queue_ms: milliseconds.describe("The wait before the work began."),
    inference_ms: milliseconds,
    load_ms: milliseconds.describe("What this request waited for the model to load or warm up."),
    cold_start: z.boolean().describe("Whether this request had to wait for that."),
  })
  .describe("As measured, without overlap: together at most what the gateway saw, and 50 ms.");

/** Returns the JSON Schemas (2020-12) of requests and answers. */
export function wireDocument() {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "A model server behind the forecasting gateway",
    $defs: {
      Request: jsonSchema(requestSchemaOfServer),
      Answer: jsonSchema(forecastSchema.extend({ timing: timingSchema })),
    },
  };
}

function jsonSchema(schema: z.ZodType) {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return rest;
}

function isDistribution(value: unknown): boolean {
  return (
    isJsonObject(value) && Object.values(value).every((each) => typeof each === "number" && each >= 0 && each <= 1)
  );
}
