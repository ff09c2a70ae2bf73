import { isJsonObject } from "./json.ts";

/**
 * The canonical form of a JSON value (RFC 8785, JSON Canonicalization Scheme): no white space, members sorted by the
 * UTF-16 code units of their names, numbers and strings as ECMAScript writes them. Two spellings of one value have one
 * form. Throws a RangeError for what has no form: a number that is not finite, a lone surrogate, or what is not JSON.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new RangeError("a number that is not finite has no canonical form");
    return JSON.stringify(value);
  }
  if (typeof value === "string") return canonicalString(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (!isJsonObject(value)) throw new RangeError("what is not JSON has no canonical form");
  // The default order of sort() is by UTF-16 code units, which is what RFC 8785 asks for.
  const members = Object.keys(value)
    .sort()
    .map((name) => `${canonicalString(name)}:${canonicalJson(value[name])}`);
  return `{${members.join(",")}}`;
}

function canonicalString(value: string): string {
  if (!value.isWellFormed()) throw new RangeError("a lone surrogate has no canonical form");
  return JSON.stringify(value);
}
