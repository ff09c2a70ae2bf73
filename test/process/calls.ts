import fc from "fast-check";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { makeKey, writeKey } from "#server/gateway/credentials/credential-key.ts";
import { mutatedBody, usableRequest, validRequest } from "#test/arbitrary.ts";

/** A generated HTTP request to `/v1/predict`, valid or not. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  /** Whether the body is sent with chunked transfer encoding instead of a Content-Length. */
  readonly chunked: boolean;
}

export interface Keys {
  readonly valid: string;
  readonly revoked: string;
  readonly expired: string;
}

const SEED = 20_261_120;

/** Returns the prediction requests that the tests approve before they send the calls. */
export function sampleRequests(count: number): PredictionRequest[] {
  return fc.sample(usableRequest(), { numRuns: count, seed: SEED });
}

/** Returns calls with approved, unapproved and malformed bodies; some have unusual headers, API keys or methods. */
export function sampleCalls(count: number, approved: readonly PredictionRequest[], keys: Keys): Call[] {
  const body = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...approved).map((request) => JSON.stringify(request)) },
    { weight: 1, arbitrary: fc.constantFrom(...approved).map((request) => JSON.stringify(withOtherInput(request))) },
    { weight: 2, arbitrary: usableRequest().map((request) => JSON.stringify(request)) },
    { weight: 1, arbitrary: validRequest().map((request) => JSON.stringify(request)) },
    { weight: 4, arbitrary: mutatedBody() },
  );
  const bytes = fc.oneof(
    { weight: 12, arbitrary: body.map((text) => Buffer.from(text)) },
    { weight: 1, arbitrary: body.chain(padded) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array)) },
  );
  const call = fc.record({
    method: usually("POST", ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"]),
    path: usually("/v1/predict", ["/v1/predict?x=1", "/v1/predict?", "/v1/predict?rsc=1&__nextLocale=en"]),
    key: usually<string | undefined>(`Bearer ${keys.valid}`, oddKeys(keys)),
    headers: usually({}, ODD_HEADERS),
    body: bytes,
    chunked: usually(false, [true]),
  });
  return fc.sample(call, { numRuns: count, seed: SEED }).map(({ key, headers, body: sent, ...rest }) => ({
    ...rest,
    headers: key === undefined ? headers : { ...headers, authorization: key },
    body: rest.method === "GET" || rest.method === "HEAD" ? undefined : sent,
  }));
}

function withOtherInput({ model, task, input }: PredictionRequest): PredictionRequest {
  return { model, task, input: { ...input, context: [...input.context, ...input.context.slice(0, 1)] } };
}

function usually<T>(value: T, others: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof({ weight: 9, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: fc.constantFrom(...others) });
}

/** Pads a body with spaces to exactly 32 KiB, the limit, or to more. */
function padded(text: string): fc.Arbitrary<Buffer> {
  return fc.constantFrom(32_768, 32_769, 40_000, 200_000).map((size) => {
    const bytes = Buffer.alloc(Math.max(size, Buffer.byteLength(text)), " ");
    bytes.write(text);
    return bytes;
  });
}

function oddKeys({ valid, revoked, expired }: Keys): (string | undefined)[] {
  const mistyped = `${valid.slice(0, -1)}${valid.endsWith("0") ? "1" : "0"}`;
  const odd = [valid, mistyped, revoked, expired, writeKey(makeKey()), "", "x", `${valid} ${valid}`];
  const other = [
    `bearer ${valid}`,
    `BEARER   ${valid}  `,
    `Basic ${valid}`,
    valid,
    `Bearer\t${valid}`,
    "\u00e9",
    "Bearer",
  ];
  return [undefined, ...odd.map((key) => `Bearer ${key}`), ...other];
}

// Without accept-encoding, because Next compresses responses and server/main.ts does not.
const ODD_HEADERS: readonly Record<string, string>[] = [
  ...["gzip", "br", "identity", "IDENTITY", " identity ", "", "identity, gzip", "identity,identity", "x"].map(
    (encoding) => ({
      "content-encoding": encoding,
    }),
  ),
  ...["text/plain", "application/json; charset=utf-16", "multipart/form-data; boundary=x", "x", ""].map((type) => ({
    "content-type": type,
  })),
  { accept: "text/html" },
  { origin: "https://elsewhere.example" },
  { "x-request-id": "mine" },
  { "x-http-method-override": "GET" },
  { "x-forwarded-host": "elsewhere.example", "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.9" },
  { "x-middleware-subrequest": "middleware" },
  { "x-nextjs-data": "1" },
  { cookie: "gateway.session_token=x" },
  { range: "bytes=0-10" },
  { "if-none-match": "*" },
  { expect: "100-continue" },
  { host: "elsewhere.example" },
];
