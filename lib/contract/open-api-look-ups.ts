import { exampleOf } from "./error-examples.ts";

type Ref = (name: string) => { readonly $ref: string };

const REQUEST_ID = parameter("request_id", "`request_id` of an earlier response to the same API key.");
const SUBMISSION_ID = parameter("submission_id", "`error.submission.id` of a refused request.");

/** The paths of the OpenAPI document that look up earlier requests of an API key, and the keys of the audit log. */
export function describeLookUps(ref: Ref) {
  return {
    "/review-status/{submission_id}": {
      get: {
        operationId: "getReviewStatus",
        summary: "Follow the review of a request",
        description:
          "Returns the current state of the submission in `error.submission` of a refused request. While `status` is " +
          "`submitted`, wait for the seconds in `Retry-After` before you ask again: 10 at first, and more the longer " +
          "the review takes, up to 300. If it is `approved`, send the original request again. This operation has its own " +
          "rate limit.",
        tags: ["Reviews"],
        parameters: [SUBMISSION_ID],
        responses: {
          "200": json("The review of the submission.", ref("SubmissionState"), ["Retry-After"]),
          ...failures(ref, "This API key has sent no submission with this id."),
        },
      },
    },
    "/receipts/{request_id}": {
      get: {
        operationId: "getReceipt",
        summary: "Get the proof of a request's result",
        description:
          "Returns a proof that the result of a request is in the audit log (c2sp.org/tlog-proof), which stays valid " +
          "without the gateway. The page /verify, `npm run verify`, the clients and tools for transparency logs verify " +
          "it. If no signed tree contains the event yet, the gateway signs one first. Receipts and scores share one " +
          "rate limit.",
        tags: ["Receipts and scores"],
        parameters: [REQUEST_ID],
        responses: {
          "200": plain("The proof, with the event and its contents as extra data."),
          ...failures(ref, "This API key has no recorded request with this id, or its month is archived."),
        },
      },
    },
    "/scores/{request_id}": {
      get: {
        operationId: "getScore",
        summary: "Get the score of a forecast",
        description:
          "Returns the score of a forecast once the outcome of its question is confirmed, or the reason why it has none.",
        tags: ["Receipts and scores"],
        parameters: [REQUEST_ID],
        responses: {
          "200": json("The score, or the reason why there is none.", ref("Score")),
          ...failures(ref, "This API key has no forecast with this id, or it was archived without a score."),
        },
      },
    },
    "/.well-known/tlog-policy": {
      get: {
        operationId: "getLogPolicy",
        summary: "Get the keys that verify proofs",
        description: "Returns the verifier keys of the audit log and of its witnesses (c2sp.org/tlog-policy).",
        tags: ["Receipts and scores"],
        security: [],
        responses: { "200": plain("The policy."), ...publicFailures(ref) },
      },
    },
    "/.well-known/tlog-checkpoint": {
      get: {
        operationId: "getCheckpoint",
        summary: "Get the last checkpoint of the audit log",
        description: "Returns the size and the root of the audit log's Merkle tree, signed (c2sp.org/tlog-checkpoint).",
        tags: ["Receipts and scores"],
        security: [],
        responses: {
          "200": plain("The checkpoint."),
          "404": plain("No checkpoint has been signed yet."),
          ...publicFailures(ref),
        },
      },
    },
  };
}

function parameter(name: string, description: string) {
  return { name, in: "path", required: true, description, schema: { type: "string", format: "uuid" } };
}

function headers(...names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function json(description: string, schema: object, more: readonly string[] = []) {
  const all = headers("X-Request-Id", "RateLimit", "RateLimit-Policy", ...more);
  return { description, headers: all, content: { "application/json": { schema } } };
}

function plain(description: string) {
  return { description, content: { "text/plain": { schema: { type: "string" } } } };
}

function refused(ref: Ref, description: string, more: readonly string[] = []) {
  return json(description, ref("Error"), more);
}

function publicFailures(ref: Ref) {
  return {
    "400": { ...refused(ref, "This is not a valid HTTP request."), headers: headers("X-Request-Id") },
    "503": { ...refused(ref, "The gateway is overloaded."), headers: headers("X-Request-Id", "Retry-After") },
  };
}

function failures(ref: Ref, notFound: string) {
  return {
    "401": {
      ...refused(ref, "The API key is missing or invalid.", ["WWW-Authenticate"]),
      content: {
        "application/json": {
          schema: ref("Error"),
          examples: { UNAUTHORIZED: { summary: "No API key.", value: exampleOf("UNAUTHORIZED") } },
        },
      },
    },
    "404": refused(ref, notFound),
    "429": refused(ref, "The API key has used up its rate limit for look-ups.", ["Retry-After"]),
    "503": refused(ref, "The audit log or the database does not answer.", ["Retry-After"]),
  };
}
