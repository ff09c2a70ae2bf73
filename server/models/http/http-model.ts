import { z } from "zod";
import { MAX_OPTIONS, MIN_OPTIONS } from "#lib/contract/bounds.ts";
import { isJsonObject } from "#lib/contract/json.ts";
import { parseBody } from "#lib/contract/parse-body.ts";
import { requestSchema, type Task } from "#lib/contract/request.ts";
import { responseSchema } from "#lib/contract/response.ts";
import { chooseOption, probabilitiesError } from "#lib/contract/result.ts";
import type { ModelState } from "#lib/domain/model-state.ts";
import { GatewayError, isGatewayError } from "#server/base/errors.ts";
import { cacheReadiness } from "#server/models/cache-readiness.ts";
import { keepConnections } from "#server/models/connections.ts";
import type { ApprovedInput, Model, ModelAnswer } from "#server/models/model.ts";
import { postOnce } from "#server/models/post-once.ts";
import { upstreamError } from "#server/models/upstream-error.ts";

interface Edges {
  readonly release: string;
  /** The base URL of the model server; `/predict` and `/health/ready` are appended. */
  readonly url: string;
  readonly token: string | undefined;
  readonly now: () => Date;
}

/** Creates the adapter for a model server that implements the gateway's own protocol (docs/models.md). */
export function createHttpModel({ release, url, token, now }: Edges) {
  const credential: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const predictUrl = new URL(`${url}/predict`);
  const readyUrl = new URL(`${url}/health/ready`);
  const connections = keepConnections(predictUrl);
  const readiness = cacheReadiness({ probe: () => probe(readyUrl, credential), now });
  let lastVersion: string | undefined;
  return {
    release,
    // Every task and input is supported, because only the server knows which inputs its model can use.
    supports: () => ({ ok: true }),
    unusable: () => [],
    async forecast(approved, signal, remainingMs) {
      const { requestId, task } = approved;
      const body = write(approved, release, Math.max(1, Math.floor(remainingMs)));
      const headers = { ...credential, "content-type": "application/json" };
      const sent = { url: predictUrl, method: "POST", headers, body } as const;
      const reply = await postOnce({ ...sent, connections, signal });
      if (reply.status !== 200) throw upstreamError(reply);
      const answer = readAnswer(reply.body, requestId, task);
      lastVersion = answer.modelVersion;
      return answer;
    },
    readiness: () => readiness.current(),
    status: () => ({ version: lastVersion, server: predictUrl.host, since: readiness.since() }),
  } satisfies Model;
}

/** Returns the request body as canonical JSON. Task and input were already serialised to compute their ids. */
function write({ requestId, canonical }: ApprovedInput, release: string, deadlineMs: number): string {
  return (
    `{"deadline_ms":${deadlineMs},"input":${canonical.input},"model":${JSON.stringify(release)}` +
    `,"request_id":"${requestId}","task":${canonical.task}}`
  );
}

const PATIENCE_MS = 900;

/**
 * Returns the readiness of a model server: ready for status 200, loading for 503, offline without a connection. A
 * timeout or any other answer means unclear, because a single-threaded server does not respond while it works. Never
 * rejects.
 */
async function probe(url: URL, headers: Readonly<Record<string, string>>): Promise<ModelState> {
  try {
    const { status } = await postOnce({ url, method: "GET", headers, signal: AbortSignal.timeout(PATIENCE_MS) });
    if (status === 200) return "ready";
    return status === 503 ? "loading" : "unclear";
  } catch (error) {
    return isGatewayError(error) && error.code === "MODEL_OFFLINE" ? "offline" : "unclear";
  }
}

/**
 * Parses and validates a model server's answer without changing it. Throws INVALID_MODEL_TIMING if only the timing is
 * invalid, and INVALID_MODEL_RESPONSE for any other violation.
 */
export function readAnswer(bytes: Uint8Array, requestId: string, task: Task): ModelAnswer {
  const parsed = parseBody(bytes);
  if (!parsed.ok) throw refusal("the answer is not JSON");
  if (parsed.duplicates.length > 0) throw refusal("the answer contains a duplicate member name");
  const forecast = forecastSchema.safeParse(parsed.value);
  if (!forecast.success) throw refusal(`${String(forecast.error.issues[0]?.path[0] ?? "the answer")} is invalid`);
  const { model_version: modelVersion, probabilities, choice, request_id } = forecast.data;
  const lie = probabilitiesError(task, probabilities);
  if (lie !== undefined) throw refusal(lie);
  if (choice !== undefined && choice !== chooseOption(probabilities))
    throw refusal("the choice is not the most probable option");
  if (request_id !== undefined && request_id !== requestId) throw refusal("the request_id is that of another request");
  const timing = timingSchema.safeParse(forecast.data.timing);
  if (!timing.success) throw new GatewayError("INVALID_MODEL_TIMING", { detail: "a time is missing or invalid" });
  return { modelVersion, probabilities, timing: timing.data };
}

function refusal(detail: string): GatewayError {
  return new GatewayError("INVALID_MODEL_RESPONSE", { detail });
}

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
const forecastSchema = z.looseObject({
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

const timingSchema = z
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
