import { z } from "zod";
import { MAX_BODY_BYTES } from "./bounds.ts";
import { MAX_IDEMPOTENCY_KEY } from "./idempotency-key.ts";
import { scoreSchema } from "./look-ups.ts";
import { OBSERVATION_KINDS } from "./observation-kinds.ts";
import { describeLookUps } from "./open-api-look-ups.ts";
import { responses } from "./open-api-responses.ts";
import { requestSchema, structuredDataSchema } from "./request.ts";
import { errorBodySchema, responseSchema, submissionStateSchema } from "./response.ts";
import { SAMPLE_REQUEST } from "./sample-request.ts";
import {
  channelMessageSchema,
  describeWebhooks,
  outcomeMessageSchema,
  submissionMessageSchema,
  testMessageSchema,
} from "./webhook.ts";

/**
 * Returns the OpenAPI 3.1 description of the public operation, generated from the schemas that validate requests and
 * responses.
 */
export function openApiDocument(serverUrl: string) {
  return {
    openapi: "3.1.0",
    info: {
      title: "Decision Model Prediction API",
      version: "1.1",
      description:
        "One operation makes forecasts; the others look up earlier requests. Only reviewed tasks and inputs are answered. " +
        "Any other request gets an explicit error, never a substitute forecast.",
      contact: { name: "The operators of this gateway", url: `${serverUrl}/docs` },
      license: { name: "All rights reserved", identifier: "LicenseRef-All-Rights-Reserved" },
    },
    servers: [{ url: isLocal(serverUrl) ? "/" : serverUrl, description: "This gateway." }],
    security: [{ credential: [] }],
    tags: [
      { name: "Predictions", description: "Forecasts for reviewed tasks and inputs." },
      { name: "Receipts and scores", description: "Proofs and scores of earlier requests." },
      { name: "Reviews", description: "The review of requests." },
      { name: "Webhooks", description: "Messages to a caller's server, or to the organisation's." },
    ],
    paths: {
      "/v1/predict": {
        post: {
          operationId: "predict",
          summary: "Forecast the outcome of one task",
          description:
            "Returns a probability for each option, after recording the answer in the audit log. A valid request that " +
            "lacks only the approval of its task or input is sent for review. Without an `Idempotency-Key`, sending the " +
            "same request again makes another forecast.",
          tags: ["Predictions"],
          parameters: [{ $ref: "#/components/parameters/Idempotency-Key" }],
          requestBody: {
            required: true,
            description: `JSON of at most ${MAX_BODY_BYTES} bytes, in UTF-8, not compressed.`,
            content: {
              "application/json": {
                schema: ref("PredictionRequest"),
                examples: { question: { summary: "A question with two options.", value: SAMPLE_REQUEST } },
              },
            },
          },
          responses: responses(),
        },
      },
      ...describeLookUps(ref),
    },
    webhooks: describeWebhooks(ref),
    components: {
      securitySchemes: {
        credential: {
          type: "http",
          scheme: "bearer",
          description:
            "An API key, `dmk_<key id>_<secret and checksum>`, which an administrator issues in the console. Use it only in a backend, never in a browser.",
        },
      },
      parameters: {
        "Idempotency-Key": {
          name: "Idempotency-Key",
          in: "header",
          description:
            `1 to ${MAX_IDEMPOTENCY_KEY} characters of printable ASCII in quotation marks. For 24 hours, the same request ` +
            "with the same key gets the recorded answer without a second inference.",
          schema: { type: "string" },
          example: '"8e03978e-40d5-43dd-bc93-6894a57f9324"',
        },
      },
      headers: {
        "X-Request-Id": header(
          "The request's UUID (version 7), the same as `request_id` in the body. Sent with every response.",
          {
            type: "string",
            format: "uuid",
          },
        ),
        "Idempotency-Replayed": header(
          "`true` if this is the recorded answer or error of an earlier request with the same `Idempotency-Key`.",
          { const: "true" },
        ),
        "Retry-After": header(
          "Whole seconds to wait before a retry. Sent with every 429 and 503, and while a request waits for review.",
          { type: "integer", minimum: 1 },
        ),
        RateLimit: header("The API key's remaining rate limit: `r` requests within the next `t` seconds.", {
          type: "string",
        }),
        "RateLimit-Policy": header(
          "The API key's rate limit: `q` requests in `w` seconds. Sent to callers with a valid API key, like `RateLimit`.",
          { type: "string" },
        ),
        Allow: header("The methods that this path accepts. Sent with 405.", { type: "string" }),
        "WWW-Authenticate": header("The authentication scheme, `Bearer`. Sent with 401.", { type: "string" }),
        "Server-Timing": header("The durations in `timing`, for tools that read this header. Sent with 200.", {
          type: "string",
        }),
      },
      schemas: {
        PredictionRequest: jsonSchema(requestSchema),
        PredictionResponse: jsonSchema(responseSchema),
        Error: jsonSchema(errorBodySchema),
        SubmissionState: jsonSchema(submissionStateSchema),
        Score: jsonSchema(scoreSchema),
        SubmissionMessage: jsonSchema(submissionMessageSchema),
        OutcomeMessage: jsonSchema(outcomeMessageSchema),
        OrganisationMessage: jsonSchema(channelMessageSchema),
        TestMessage: jsonSchema(testMessageSchema),
        ...observationKinds(),
      },
    },
  };
}

function observationKinds() {
  return Object.fromEntries(
    Object.entries(OBSERVATION_KINDS).map(([kind, { schema, example }]) => [
      `Observation_${kind}`,
      {
        ...jsonSchema(schema),
        description: `The \`data\` of a structured observation of kind "${kind}", which the embedded release can use.`,
        examples: [example],
      },
    ]),
  );
}

function jsonSchema(schema: z.ZodType) {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override({ zodSchema, jsonSchema: made }) {
      // Generated clients must accept any object, not only the documented kinds.
      if (zodSchema === structuredDataSchema)
        made.anyOf = [...kindNames().map(ref), { type: "object", additionalProperties: true }];
    },
  });
  return rest;
}

function kindNames(): string[] {
  return Object.keys(OBSERVATION_KINDS).map((kind) => `Observation_${kind}`);
}

/**
 * Whether the URL is local. A reader on another machine could not use a local server URL, so the document has "/"
 * instead, which resolves against the document's own URL.
 */
function isLocal(url: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname);
}

function ref(name: string) {
  return { $ref: `#/components/schemas/${name}` };
}

function header(description: string, schema: object) {
  return { description, schema };
}
