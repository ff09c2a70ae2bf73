import { ArgumentError } from "./errors.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Messages never contain the argument, because it may be secret. */
export function check(isValid: boolean, message: string): asserts isValid {
  if (!isValid) throw new ArgumentError(message);
}

/** Returns the gateway's URL without a final `/`, `/v1` or `/v1/predict`. */
export function readBaseUrl(value: unknown): string {
  const url = typeof value === "string" && URL.canParse(value) ? new URL(value) : undefined;
  const isPlain = url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}${url.pathname}`;
  check(isPlain, "baseUrl must be an http or https URL without a user name, query and fragment");
  return url.href.replace(/\/+$/, "").replace(/\/v1(\/predict)?$/, "");
}

/** Returns a key or a secret without the white space around it, such as the newline at the end of a file. */
export function readSecret(name: string, value: unknown): string {
  const text = typeof value === "string" ? value.trim() : "";
  check(/^[!-~]+$/.test(text), `${name} must be a text without spaces, and not empty`);
  return text;
}

export function readNumber(name: string, value: unknown, min: number, max: number): number {
  check(typeof value === "number" && value >= min && value <= max, `${name} must be a number from ${min} to ${max}`);
  return value;
}

export function readId(name: string, value: unknown): string {
  check(typeof value === "string" && UUID.test(value), `${name} must be a UUID`);
  return value;
}

/** Returns the value of an `Idempotency-Key` header (a string of RFC 9651). */
export function readIdempotencyKey(value: unknown): string {
  const isKey = typeof value === "string" && /^[ -~]{1,255}$/.test(value);
  check(isKey, "idempotencyKey must be a text of 1 to 255 printable ASCII characters");
  return `"${value.replaceAll(/["\\]/g, "\\$&")}"`;
}

/** Returns the JSON of a request. JSON would turn a number such as NaN into null. */
export function printRequest(value: unknown): string {
  check(typeof value === "object" && value !== null && !Array.isArray(value), "request must be an object");
  try {
    return JSON.stringify(value, (name, member) => {
      check(typeof member !== "number" || Number.isFinite(member), `${name} in request is not a number of JSON`);
      return member;
    });
  } catch (cause) {
    throw cause instanceof ArgumentError ? cause : new ArgumentError("request has no JSON form", { cause });
  }
}
