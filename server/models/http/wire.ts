import { z } from "zod";
import { MAX_OPTIONS, MIN_OPTIONS } from "#lib/contract/bounds.ts";
import { isJsonObject } from "#lib/contract/json.ts";
import { requestSchema } from "#lib/contract/request.ts";
import { responseSchema } from "#lib/contract/response.ts";

/** Schemas of requests to and answers from a model server, published in `docs/model-server.schema.json`. */

const requestSchemaOfServer = z.strictObject({
  request_id: z.uuid().describe("The gateway's id of this request, for example for the server's log."),
  model: requestSchema.shape.model,
  task: requestSchema.shape.task,
  input: requestSchema.shape.input,
  deadline_ms: z
    .int()
    .min(1)
    .describe("Milliseconds left to answer. After this time, the gateway closes the connection."),
});

export type ModelRequest = z.infer<typeof requestSchemaOfServer>;

/** An answer without its timing. Unknown members are ignored; the other members must satisfy the contract. */
export const forecastSchema = z.looseObject({
  model_version: responseSchema.shape.model_version.describe(
    "`r13-c@` and 40 lowercase hexadecimal digits, such as the SHA-1 of everything that determines the answer.",
  ),
  probabilities: z
    // z.record is not used, because its parser drops the name __proto__ and would hide an additional option.
    .custom<Record<string, number>>(isDistribution)
    .meta({
      type: "object",
      additionalProperties: { type: "number", minimum: 0, maximum: 1 },
      minProperties: MIN_OPTIONS,
      maxProperties: MAX_OPTIONS,
      description: "Exactly one probability for each option of the task. The probabilities sum to 1 within 1e-6.",
    }),
  request_id: z.string().optional().describe("Optional. Must equal the `request_id` of the request."),
  choice: z
    .string()
    .optional()
    .describe("Optional. Must be the most probable option; if options tie exactly, the lexicographically first id."),
  mode: z.literal("research").optional(),
});

const milliseconds = z.number().min(0);

export const timingSchema = z
  .looseObject({
    model_queue_ms: milliseconds.describe("Time that the request waited before inference began."),
    inference_ms: milliseconds,
    load_ms: milliseconds.describe("Time that the request waited for the model to load or warm up."),
    cold_start: z.boolean().describe("Whether the request had to wait for the model to load or warm up."),
  })
  .describe(
    "Measured times in milliseconds. They must not overlap: their sum is at most the time observed by the gateway plus 50 ms.",
  );

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
