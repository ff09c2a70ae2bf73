export const MAX_IDEMPOTENCY_KEY = 255;

/**
 * A string of RFC 9651 (structured fields): printable ASCII in quotation marks, with `"` and `\` escaped by a
 * backslash.
 */
const QUOTED = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/;

/** A key without quotation marks, as most clients send it: visible ASCII without separators. */
const BARE = /^[!#-+\--:<-[\]-~]+$/;

/** Parses an `Idempotency-Key` header; undefined if its form or length is invalid. */
export function readIdempotencyKey(value: string): string | undefined {
  const trimmed = value.trim();
  const quoted = QUOTED.exec(trimmed)?.[1];
  const key = quoted === undefined ? BARE.exec(trimmed)?.[0] : quoted.replaceAll(/\\(["\\])/g, "$1");
  return key !== undefined && key.length >= 1 && key.length <= MAX_IDEMPOTENCY_KEY ? key : undefined;
}
