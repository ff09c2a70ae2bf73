import { z } from "zod";
import { MAX_BODY_BYTES } from "./bounds.ts";
import { ERROR_CODES, ERRORS, type ErrorCode } from "./error-table.ts";
import { MAX_IDEMPOTENCY_KEY } from "./idempotency-key.ts";
import { OBSERVATION_KINDS } from "./observation-kinds.ts";
import { requestSchema } from "./request.ts";
import { errorBodySchema, illustrationSchema, responseSchema } from "./response.ts";

/** Headers of every answer to a known caller. */
const LIMITS = ["RateLimit", "RateLimit-Policy"];

/** The OpenAPI 3.1 description of the public operation, made of the very schemas that check requests and answers. */
export function openApiDocument(serverUrl: string) {
  return {
    openapi: "3.1.0",
    info: {
      title: "Decision Model Prediction API",
      version: "1.1",
      description:
        "One operation: a question with options of the caller's own and dated context goes in, a probability for each " +
        "option comes out. Only reviewed tasks and inputs are answered; anything else gets an explicit error, never a " +
        "substitute. Where a request has several faults, `error.code` is the first in the order of checks and " +
        "`error.issues` lists them all.",
    },
    servers: [{ url: serverUrl }],
    security: [{ credential: [] }],
    paths: {
      "/v1/predict": {
        post: {
          operationId: "predict",
          summary: "Forecast one task from one input",
          parameters: [{ $ref: "#/components/parameters/Idempotency-Key" }],
          requestBody: {
            required: true,
            description: `JSON of at most ${MAX_BODY_BYTES} bytes, in UTF-8, not compressed.`,
            content: { "application/json": { schema: ref("PredictionRequest") } },
          },
          responses: { "200": success(), ...failures() },
        },
      },
    },
    components: {
      securitySchemes: {
        credential: {
          type: "http",
          scheme: "bearer",
          description: "`dmk_<key id>_<secret and checksum>`, issued in the console. For backends: never in a browser.",
        },
      },
      parameters: {
        "Idempotency-Key": {
          name: "Idempotency-Key",
          in: "header",
          description:
            `A string of 1 to ${MAX_IDEMPOTENCY_KEY} characters of ASCII in quotation marks. For 24 hours, the same request with the same key gets ` +
            "the recorded answer, byte for byte, and no second inference; another request with it is `INVALID_REQUEST`. " +
            "A request that was refused before the model was asked leaves the key free.",
          schema: { type: "string" },
          example: '"8e03978e-40d5-43dd-bc93-6894a57f9324"',
        },
      },
      headers: {
        "X-Request-Id": header("The request's UUID, version 7; the same as `request_id`.", {
          type: "string",
          format: "uuid",
        }),
        "Idempotency-Replayed": header(
          "`true` on the recorded answer to an earlier request with the same `Idempotency-Key`.",
          { const: "true" },
        ),
        "Retry-After": header("Seconds to wait before another try, 1 or more.", { type: "integer", minimum: 1 }),
        RateLimit: header("What is left of the credential's limit: r requests, for t more seconds.", {
          type: "string",
        }),
        "RateLimit-Policy": header("The credential's limit: q requests in w seconds.", { type: "string" }),
        "Server-Timing": header("The members of `timing`, for tools that read this header.", { type: "string" }),
      },
      schemas: {
        PredictionRequest: jsonSchema(requestSchema),
        PredictionResponse: jsonSchema(responseSchema),
        IllustrativeResponse: {
          ...jsonSchema(illustrationSchema),
          description: "An illustration of the shape. Never the answer to a real prediction.",
        },
        Error: jsonSchema(errorBodySchema),
        ...observationKinds(),
      },
    },
  };
}

function success() {
  return {
    description: "The forecast.",
    headers: headers("X-Request-Id", ...LIMITS, "Server-Timing", "Idempotency-Replayed"),
    content: { "application/json": { schema: ref("PredictionResponse") } },
  };
}

/** One response a status, with the codes that come with it. */
function failures() {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of ERROR_CODES) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const entries = [...byStatus].map(([status, codes]) => {
    const waits = status === 429 || status === 503;
    const response = {
      description: codes.map((code) => `\`${code}\`: ${ERRORS[code].cause} ${ERRORS[code].remedy}`).join("\n\n"),
      headers: headers("X-Request-Id", ...(status === 401 ? [] : LIMITS), ...(waits ? ["Retry-After"] : [])),
      content: { "application/json": { schema: ref("Error") } },
    };
    return [String(status), response] as const;
  });
  return Object.fromEntries(entries);
}

function observationKinds() {
  return Object.fromEntries(
    Object.entries(OBSERVATION_KINDS).map(([kind, { schema, example }]) => [
      `Observation_${kind}`,
      {
        ...jsonSchema(schema),
        description: `The \`data\` of a structured observation of kind "${kind}", which the embedded release understands.`,
        examples: [example],
      },
    ]),
  );
}

function jsonSchema(schema: z.ZodType) {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return rest;
}

function ref(name: string) {
  return { $ref: `#/components/schemas/${name}` };
}

function headers(...names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function header(description: string, schema: object) {
  return { description, schema };
}
