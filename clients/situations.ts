import { createHmac } from "node:crypto";

/**
 * Situations and the error, or the success, that each client makes of them. The tests run them against both clients, and
 * the list of errors in the clients' READMEs is generated from them.
 */
export interface Situation {
  /** A clause for the README, after "when". */
  readonly when: string;
  /** Null for a success. */
  readonly error: keyof typeof ERRORS | null;
  /** `predict` with a valid request by default. */
  readonly call?: "waitForReview" | "proof" | "policy" | "scores" | "verifyProof" | "verifyWebhook";
  /** Instead of the valid arguments of the call. */
  readonly args?: readonly unknown[];
  /** Options of the constructor and of the call, by their names in TypeScript. */
  readonly client?: object;
  readonly options?: object;
  /** Responses in order; the last repeats. */
  readonly answers?: readonly Answer[];
  /** Seconds before each further attempt, without jitter. */
  readonly waits?: readonly number[];
  /** Further properties of the error. */
  readonly has?: object;
}

export type Answer =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | "refused"
  | "reset"
  | "cut"
  | "not HTTP"
  | "hang"
  | "hang in the body"
  | "drip";

/** The meaning of each error. */
export const ERRORS = {
  ArgumentError: "An argument is invalid. Nothing was sent.",
  GatewayError: "The gateway refused the request. The error has its status, code, reason, issues and submission.",
  ReviewError: "Reviewers did not approve the submission. The error has the submission.",
  ResponseError: "The response is not from a gateway. The error has its status.",
  NetworkError: "No response arrived, or it broke off.",
  DeadlineError: "A time limit has passed.",
  CancelledError: "The caller cancelled the call.",
  ProofError: "The proof, or the policy that verifies it, is not valid.",
  WebhookError: "The message to a webhook is not authentic, or is too old.",
} as const;

/** Values that JSON has no form for, in arguments and options. */
export const SPECIAL = {
  undefined: "$undefined",
  nan: "$NaN",
  circular: "$circular",
  bytes: "$bytes:",
  /** A function or an opener that follows redirects. */
  follow: "$follow",
};

export const ID = "01a1f9e1-86ea-700a-8b16-071fe5055702";
export const API_KEY = "dmk_secret-of-the-test";

const json = (value: object) => ({ headers: { "content-type": "application/json" }, body: JSON.stringify(value) });
const refusal = (status: number, code: string, headers: Record<string, string> = {}, more: object = {}) => {
  const { body } = json({ error: { code, message: "No.", issues: [], ...more }, request_id: ID });
  return { status, headers: { "content-type": "application/json", ...headers }, body };
};
const page = (status: number, headers: Record<string, string> = {}) => ({
  status,
  headers: { "content-type": "text/html", ...headers },
  body: "<!doctype html><title>Please sign in</title>",
});
const submission = (status: string) => ({
  id: ID,
  status,
  url: "http://gateway",
  task_id: "t",
  input_id: "i",
  note: "Why.",
});
const state = (status: string) => ({ status: 200, ...json(submission(status)) });
const waiting = { ...state("submitted"), headers: { "retry-after": "300" } };
export const FORECAST = {
  status: 200,
  ...json({ request_id: ID, result: { choice: "yes", probabilities: { yes: 0.6, no: 0.4 } } }),
};
const now = 1_900_000_000_000;
const date = (ms: number) => new Date(now + ms).toUTCString();

const SECRET = `whsec_${Buffer.from("a secret of 32 bytes for the test").toString("base64")}`;
/** Returns the arguments of `verifyWebhook`; the signature is always that of the body and the headers. */
function delivery(body = '{"type":"test","data":{"text":"Grüße"}}', change: Record<string, unknown> = {}) {
  const [bytes, secret] = [body.startsWith(SPECIAL.bytes), Buffer.from(SECRET.slice(6), "base64")];
  const content = bytes ? Buffer.from(body.slice(SPECIAL.bytes.length), "base64") : Buffer.from(body);
  const { timestamp = String(now / 1_000), ...headers } = change;
  const digest = createHmac("sha256", secret).update(`1.${timestamp}.`).update(content).digest("base64");
  return [
    SECRET,
    { "webhook-id": "1", "webhook-timestamp": timestamp, "webhook-signature": `v1,${digest}`, ...headers },
    body,
    now,
  ];
}
const signed = delivery();
const bytes = (text: string | Buffer) => SPECIAL.bytes + Buffer.from(text).toString("base64");

const rows = (error: Situation["error"], situations: Record<string, Omit<Situation, "when" | "error">>): Situation[] =>
  Object.entries(situations).map(([when, situation]) => ({ when, error, ...situation }));
const webhook = (...args: readonly unknown[]) => ({ call: "verifyWebhook", args }) as const;
const wait = { call: "waitForReview", args: [ID] } as const;
const client = (options: object) => ({ client: options });

export const SITUATIONS: readonly Situation[] = [
  ...rows(null, {
    "the gateway answers": {},
    "the URL ends in /v1": client({ baseUrl: "/v1" }),
    "the URL ends in /v1/predict and a slash": client({ baseUrl: "/v1/predict/" }),
    "the API key ends with a newline": client({ apiKey: `${API_KEY}\n` }),
    "options are undefined": client({ retries: SPECIAL.undefined, timeoutMs: SPECIAL.undefined }),
    "the answer is lost": { answers: ["reset", FORECAST], waits: [1] },
    "the answer breaks off": { answers: ["cut", FORECAST], waits: [1] },
    "an attempt hangs": { client: { attemptTimeoutMs: 3_000 }, answers: ["hang", FORECAST], waits: [1] },
    "the gateway is busy": { answers: [refusal(503, "MODEL_NOT_READY", { "retry-after": "7" }), FORECAST], waits: [7] },
    "the delay is a date": {
      answers: [refusal(429, "QUEUE_FULL", { date: date(0), "retry-after": date(30_000) }), FORECAST],
      waits: [30],
    },
    "the delay is invalid": { answers: [refusal(429, "QUEUE_FULL", { "retry-after": "-1.5" }), FORECAST], waits: [1] },
    "the delay is 0": { answers: [refusal(429, "QUEUE_FULL", { "retry-after": "0" }), FORECAST], waits: [0] },
    "the request arrived too slowly": { answers: [refusal(408, "INVALID_REQUEST"), FORECAST], waits: [1] },
    "a proxy answers 502, then 504": { answers: [page(502), page(504), FORECAST], waits: [1, 2] },
    "the gateway is away for 60 seconds": {
      answers: [...Array(6).fill("reset"), FORECAST],
      waits: [1, 2, 4, 8, 16, 32],
    },
    "a review takes a while": { ...wait, answers: [waiting, waiting, state("approved")], waits: [300, 300] },
    "the gateway is away for 63 seconds of a review": {
      ...wait,
      answers: [waiting, ...Array(6).fill("reset"), waiting, state("approved")],
      waits: [300, 1, 2, 4, 8, 16, 32, 300],
    },
    "a review is continued in an outage": {
      ...wait,
      answers: [page(502), "reset", state("approved")],
      waits: [1, 2],
    },
    "a maintenance page interrupts a review": {
      ...wait,
      answers: [waiting, page(200), state("approved")],
      waits: [300, 1],
    },
    "a captive portal interrupts a review": {
      ...wait,
      answers: [waiting, page(302, { location: "http://portal.example" }), state("approved")],
      waits: [300, 1],
    },
    "the gateway fails in a review": {
      ...wait,
      answers: [refusal(500, "INTERNAL_ERROR"), state("approved")],
      waits: [1],
    },
    "a review has no delay": { ...wait, answers: [state("submitted"), state("approved")], waits: [10] },
    "the proof arrives": { call: "proof", answers: [{ status: 200, body: "c2sp.org/tlog-proof@v1\n" }] },
    "the policy arrives": { call: "policy", answers: [{ status: 200, body: "log key\nquorum none\n" }] },
    "the scores arrive": { call: "scores", answers: [{ status: 200, ...json({ scored: false, reason: "void" }) }] },
    "a webhook is signed": webhook(...signed),
    "a webhook's body is bytes": webhook(...delivery(bytes('{"type":"test","data":{"text":"Grüße"}}'))),
    "a webhook's headers are capitalised": webhook(
      SECRET,
      Object.fromEntries(Object.entries(signed[1] as object).map(([name, value]) => [name.toUpperCase(), value])),
      ...signed.slice(2),
    ),
    "a webhook's secret ends with a newline": webhook(`${SECRET}\n`, ...signed.slice(1)),
    "one of several signatures matches": webhook(
      ...delivery(undefined, {}).map((arg) =>
        Object.hasOwn(Object(arg), "webhook-id")
          ? { ...Object(arg), "webhook-signature": `v1,é v2,AAAA ${Object(arg)["webhook-signature"]}` }
          : arg,
      ),
    ),
  }),
  ...rows("ArgumentError", {
    "the URL has no scheme": client({ baseUrl: "gateway.example:3000" }),
    "the URL is not of http or https": client({ baseUrl: "ftp://gateway.example" }),
    "the URL has no host": client({ baseUrl: "http://" }),
    "the URL has an invalid port": client({ baseUrl: "http://gateway.example:99999" }),
    "the URL contains a user name": client({ baseUrl: "http://user:pass@gateway.example" }),
    "the URL contains a query": client({ baseUrl: "http://gateway.example/?a=b" }),
    "the URL is empty": client({ baseUrl: "" }),
    "the URL is not a text": client({ baseUrl: 5 }),
    "the API key is missing": client({ apiKey: null }),
    "the API key is empty": client({ apiKey: " \n" }),
    "the API key contains a line break": client({ apiKey: `${API_KEY}\nX: y` }),
    "the API key contains a letter outside ASCII": client({ apiKey: "dmk_é" }),
    "`retries` is a text": client({ retries: "3" }),
    "`retries` is negative": client({ retries: -1 }),
    "`retries` is not a number": client({ retries: SPECIAL.nan }),
    "the time limit of an attempt is a text": client({ attemptTimeoutMs: "60" }),
    "the time limit of an attempt is 0": client({ attemptTimeoutMs: 0 }),
    "the time limit is a text": client({ timeoutMs: "" }),
    "the function that sends requests is none": client({ fetch: 5 }),
    "the clock is none": client({ clock: 5 }),
    "the request is a text": { args: ["{}"] },
    "the request is missing": { args: [null] },
    "the request is a list": { args: [[]] },
    "the request contains NaN": { args: [{ input: SPECIAL.nan }] },
    "the request contains itself": { args: [{ input: SPECIAL.circular }] },
    "the idempotency key is a number": { options: { idempotencyKey: 5 } },
    "the idempotency key is empty": { options: { idempotencyKey: "" } },
    "the idempotency key is too long": { options: { idempotencyKey: "a".repeat(256) } },
    "the idempotency key contains a line break": { options: { idempotencyKey: "a\nb" } },
    "the signal to cancel is none": { options: { signal: 5 } },
    "the time limit of a call is a text": { options: { timeoutMs: "5" } },
    "an id is not a UUID": { call: "scores", args: ["../v1/predict"] },
    "an id is missing": { call: "proof", args: [null] },
    "the submission is not a UUID": { call: "waitForReview", args: ["abc"] },
    "the submission is missing": { call: "waitForReview", args: [null] },
    "a proof is not a text": { call: "verifyProof", args: [5, ""] },
    "a policy is not a text": { call: "verifyProof", args: ["", null] },
    "a webhook's secret is empty": webhook("", ...signed.slice(1)),
    "a webhook's secret is not base64": webhook("whsec_§", ...signed.slice(1)),
    "a webhook's body was already parsed": webhook(SECRET, signed[1], { type: "test" }, now),
    "a webhook's headers are missing": webhook(SECRET, null, signed[2], now),
    "the time is a text": webhook(SECRET, signed[1], signed[2], "now"),
  }),
  ...rows("GatewayError", {
    "the API key is unknown, expired or revoked": { answers: [refusal(401, "UNAUTHORIZED")], has: { status: 401 } },
    "the address does not exist": { answers: [refusal(404, "INVALID_REQUEST")], has: { status: 404 } },
    "the request is too large": { answers: [refusal(413, "REQUEST_TOO_LARGE")] },
    "the request waits for review": {
      answers: [refusal(422, "TASK_NOT_SUPPORTED", { "retry-after": "10" }, { submission: submission("submitted") })],
      has: { code: "TASK_NOT_SUPPORTED" },
    },
    "the gateway failed": { answers: [refusal(500, "INTERNAL_ERROR")] },
    "the model's answer was invalid": { answers: [refusal(502, "INVALID_MODEL_RESPONSE")] },
    "the model took too long": { answers: [refusal(504, "MODEL_TIMEOUT")] },
    "the error is recorded for the idempotency key": {
      answers: [refusal(503, "AUDIT_UNAVAILABLE", { "idempotency-replayed": "true", "retry-after": "1" })],
    },
    "the gateway requests a delay of more than a minute": {
      answers: [refusal(429, "RATE_LIMITED", { "retry-after": "61" }, { reason: "budget" })],
      has: { code: "RATE_LIMITED" },
    },
    "the gateway requests a delay until a distant date": {
      answers: [refusal(429, "RATE_LIMITED", { date: date(0), "retry-after": date(86_400_000) })],
    },
    "the requested delay has 400 digits": {
      answers: [refusal(503, "MODEL_OFFLINE", { "retry-after": "9".repeat(400) })],
    },
    "the model stays offline during all retries": {
      answers: [refusal(503, "MODEL_OFFLINE", { "retry-after": "5" })],
      waits: [5, 5, 5, 5, 5, 5],
    },
    "the time limit is too short for the requested delay": {
      client: { timeoutMs: 3_000 },
      answers: [refusal(503, "MODEL_OFFLINE", { "retry-after": "5" })],
    },
    "the API key expires during a review": {
      ...wait,
      answers: [waiting, refusal(401, "UNAUTHORIZED")],
      waits: [300],
    },
    "another API key sent the submission": { ...wait, answers: [refusal(404, "INVALID_REQUEST")] },
  }),
  ...rows("ReviewError", {
    "reviewers asked for changes": { ...wait, answers: [state("changes_requested")] },
    "reviewers rejected the request": { ...wait, answers: [waiting, state("rejected")], waits: [300] },
    "the submission was withdrawn": { ...wait, answers: [state("withdrawn")] },
  }),
  ...rows("ResponseError", {
    "the response is a web page, such as that of a captive portal": { answers: [page(200)], has: { status: 200 } },
    "the response is empty": { answers: [{ status: 200, body: "" }] },
    "the response is JSON of another service": { answers: [{ status: 200, ...json({ status: "ok" }) }] },
    "the response is a list": { answers: [{ status: 200, body: "[1]" }] },
    "the response nests too deeply": { answers: [{ status: 200, body: "[".repeat(200_000) }] },
    "the response has status 204": { answers: [{ status: 204 }] },
    "the gateway's URL redirects": {
      answers: [page(302, { location: "https://user:pass@other.example/a" })],
      has: { status: 302 },
    },
    "an injected function follows a redirect": {
      client: { fetch: SPECIAL.follow },
      answers: [page(302, { location: SPECIAL.follow })],
    },
    "it redirects permanently": { answers: [page(308, { location: "/elsewhere" })], has: { status: 308 } },
    "it redirects to an invalid address": { answers: [page(301, { location: "http://[" })] },
    "a proxy refuses the request": { answers: [page(403)], has: { status: 403 } },
    "another server does not know the address": { answers: [{ status: 404, ...json({ detail: "Not Found" }) }] },
    "a network requires a sign-in (status 511)": {
      client: { retries: 1 },
      answers: [page(511)],
      waits: [1],
      has: { status: 511 },
    },
    "a proxy answers 502 during all retries": {
      answers: [page(502)],
      waits: [1, 2, 4, 8, 16, 32],
      has: { status: 502 },
    },
    "a review is requested from a server that is not a gateway": { ...wait, answers: [page(200)] },
    "the policy is a web page": { call: "policy", answers: [page(200)] },
    "the proof is a web page": { call: "proof", answers: [page(200)] },
    "the scores are a web page": { call: "scores", answers: [page(200)] },
  }),
  ...rows("NetworkError", {
    "the connection is refused": { client: { retries: 1 }, answers: ["refused"], waits: [1] },
    "the connection is reset": { client: { retries: 0 }, answers: ["reset"] },
    "the response breaks off": { client: { retries: 0 }, answers: ["cut"] },
    "the response is not HTTP": { client: { retries: 0 }, answers: ["not HTTP"] },
  }),
  ...rows("DeadlineError", {
    "no response arrives": { client: { retries: 0, attemptTimeoutMs: 200 }, answers: ["hang"] },
    "the response stops in its body": { client: { retries: 0, attemptTimeoutMs: 200 }, answers: ["hang in the body"] },
    "the response arrives byte by byte": { client: { retries: 0, attemptTimeoutMs: 200 }, answers: ["drip"] },
    "the time limit of the call ends an attempt": { client: { timeoutMs: 200 }, answers: ["hang"] },
    "a review takes longer than the time limit": {
      ...wait,
      options: { timeoutMs: 500_000 },
      answers: [waiting],
      waits: [300],
    },
  }),
  ...rows("CancelledError", {
    "the call is cancelled before it begins": { options: { signal: "aborted" } },
    "it is cancelled during an attempt": { options: { signal: "aborts in an attempt" }, answers: ["hang"] },
    "it is cancelled between two attempts": { options: { signal: "aborts in a wait" }, answers: ["reset"], waits: [1] },
    "a wait is cancelled": { ...wait, options: { signal: "aborts in a wait" }, answers: [waiting], waits: [300] },
  }),
  ...rows("ProofError", {
    "a file is not a proof": { call: "verifyProof", args: ["<html>", "quorum none\n"] },
    "a file is not a policy": { call: "verifyProof", args: ["", "log foo\n"] },
    "a policy has no quorum": { call: "verifyProof", args: ["", ""] },
    "a number has 5,000 digits": {
      call: "verifyProof",
      args: [`c2sp.org/tlog-proof@v1\nextra AAAA\nindex ${"9".repeat(5_000)}\n\nx`, "quorum none\n"],
    },
  }),
  ...rows("WebhookError", {
    "the secret is another": webhook(`whsec_${Buffer.alloc(32).toString("base64")}`, ...signed.slice(1)),
    "the body was changed": webhook(SECRET, signed[1], `${signed[2]} `, now),
    "the signature is missing": webhook(...delivery(undefined, { "webhook-signature": "" })),
    "the signature is outside ASCII": webhook(...delivery(undefined, { "webhook-signature": "v1,é" })),
    "the message is older than five minutes": webhook(...signed.slice(0, 3), now + 301_000),
    "the message is from the future": webhook(...signed.slice(0, 3), now - 301_000),
    "the timestamp is missing": webhook(SECRET, {}, signed[2], now),
    "the timestamp is not a number": webhook(...delivery(undefined, { timestamp: "²" })),
    "the timestamp ends with letters": webhook(...delivery(undefined, { timestamp: `${now / 1_000}abc` })),
    "the signed body is not JSON": webhook(...delivery("not JSON")),
    "the signed body is not UTF-8": webhook(...delivery(bytes(Buffer.from('"\xff"', "latin1")))),
    "the signed body has no type": webhook(...delivery('{"type":5}')),
  }),
];

/** Prints the list of errors for the clients' READMEs. */
export function printErrors(): string {
  const causesOf = (name: string) => SITUATIONS.filter(({ error }) => error === name).map(({ when }) => `- ${when}`);
  return Object.entries(ERRORS)
    .map(([name, meaning]) => `### ${name}\n\n${meaning} Causes:\n\n${causesOf(name).join("\n")}`)
    .join("\n\n");
}
