import { exampleOf, PROVOCATIONS } from "./error-examples.ts";
import { ERROR_CODES, ERRORS } from "./error-table.ts";
import { HTTP_REFUSALS, refusalMessage } from "./http-refusals.ts";
import { docUrlOf } from "./reasons.ts";
import { SAMPLE_RESPONSE } from "./sample-response.ts";

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
export function responses() {
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
