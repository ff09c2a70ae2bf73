import { isJsonObject } from "./json.ts";

/**
 * Returns the canonical form of a JSON value (RFC 8785, JSON Canonicalization Scheme): no white space, members sorted
 * by the UTF-16 code units of their names, numbers and strings as ECMAScript writes them. Equal values have equal
 * forms. Throws a RangeError for a non-finite number, a lone surrogate, or a value that is not JSON.
 */
export function canonicalJson(value: unknown): string {
  const isWellFormed = typeof value === "string" && value.isWellFormed();
  if (isWellFormed || Number.isFinite(value) || typeof value === "boolean" || value === null) {
    return JSON.stringify(value);
  }
  // String concatenation takes half the time of map() and join().
  let text = "";
  if (Array.isArray(value)) {
    for (const element of value) text += `${text && ","}${canonicalJson(element)}`;
    return `[${text}]`;
  }
  if (!isJsonObject(value)) throw new RangeError("cannot canonicalize a value that is not JSON");
  for (const name of Object.keys(value).sort()) {
    text += `${text && ","}${canonicalJson(name)}:${canonicalJson(value[name])}`;
  }
  return `{${text}}`;
}

/**
 * Returns the value with the members of every object sorted and -0 replaced by 0, so that equal requests give the same
 * result. (JavaScript still puts names such as `10` first.)
 */
export function sortMembers<T extends object>(value: T): T {
  return JSON.parse(canonicalJson(value));
}
