import { z } from "zod";
import { MAX_BODY_BYTES } from "./bounds.ts";
import { exampleOf, PROVOCATIONS } from "./error-examples.ts";
import { ERROR_CODES, ERRORS } from "./error-table.ts";
import { HTTP_REFUSALS, refusalMessage } from "./http-refusals.ts";
import { MAX_IDEMPOTENCY_KEY } from "./idempotency-key.ts";
import { scoreSchema } from "./look-ups.ts";
import { OBSERVATION_KINDS } from "./observation-kinds.ts";
import { describeLookUps } from "./open-api-look-ups.ts";
import { docUrlOf } from "./reasons.ts";
import { requestSchema, structuredDataSchema } from "./request.ts";
import { errorBodySchema, responseSchema, submissionStateSchema } from "./response.ts";
import { SAMPLE_REQUEST } from "./sample-request.ts";
import { SAMPLE_RESPONSE } from "./sample-response.ts";
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

/** Rate limit headers, which every response to an authenticated caller has. */
const LIMITS = ["RateLimit", "RateLimit-Policy"];

/** Statuses of errors that are detected before authentication. */
const BEFORE_CREDENTIAL = [404, 405, 431, 501, 505];

interface Refusal {
  readonly name: string;
  readonly description: string;
  readonly summary: string;
  readonly value: object;
}

/** Returns the responses of the operation by status: the forecast, the contract's errors, and HTTP errors. */
function responses() {
  const entries = [...refusalsByStatus()].map(
    ([status, refusals]) => [String(status), failure(status, refusals)] as const,
  );
  return { "200": success(), ...Object.fromEntries(entries) };
}

function success() {
  return {
    description: "The forecast, recorded in the audit log.",
    headers: headers("X-Request-Id", ...LIMITS, "Server-Timing", "Idempotency-Replayed"),
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/PredictionResponse" },
        examples: { forecast: { summary: "A response with invented numbers.", value: SAMPLE_RESPONSE } },
      },
    },
  };
}

function failure(status: number, refusals: readonly Refusal[]) {
  const examples = refusals.map(({ name, summary, value }) => [name, { summary, value }] as const);
  return {
    description: refusals.map(({ description }) => description).join("\n\n"),
    headers: headers("X-Request-Id", ...headersWith(status)),
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/Error" },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

function refusalsByStatus(): Map<number, Refusal[]> {
  const byStatus = new Map<number, Refusal[]>();
  const add = (status: number, refusal: Refusal) => byStatus.set(status, [...(byStatus.get(status) ?? []), refusal]);
  for (const code of ERROR_CODES) {
    const { status, cause, remedy } = ERRORS[code];
    const summary = PROVOCATIONS[code].when;
    add(status, { name: code, description: `\`${code}\`: ${cause} ${remedy}`, summary, value: exampleOf(code) });
  }
  for (const [status, { code, cause }] of Object.entries(HTTP_REFUSALS)) {
    const message = refusalMessage(Number(status), cause);
    const value = { ...exampleOf(code), error: { code, message, issues: [], doc_url: docUrlOf(code) } };
    add(Number(status), { name: "HTTP", description: `\`${code}\`: ${message}`, summary: cause, value });
  }
  return byStatus;
}

function headersWith(status: number): readonly string[] {
  if (BEFORE_CREDENTIAL.includes(status)) return status === 405 ? ["Allow"] : [];
  if (status === 401) return ["WWW-Authenticate"];
  return [422, 429, 503].includes(status) ? [...LIMITS, "Retry-After"] : LIMITS;
}

function headers(...names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
