import { isJsonObject, type JsonObject } from "./json.ts";
import { isSorted, sortNames } from "./sort-members.ts";

/**
 * Returns the canonical form of a JSON value (RFC 8785, JSON Canonicalization Scheme): no white space, members sorted
 * by the UTF-16 code units of their names, numbers and strings as ECMAScript writes them. Equal values have equal
 * forms. Throws a RangeError for a non-finite number, a lone surrogate, or a value that is not JSON.
 */
export function canonicalJson(value: unknown): string {
  const arranged = arrange(value);
  // A single JSON.stringify() call is several times faster than one call per part.
  return arranged === undefined ? write(value) : JSON.stringify(arranged);
}

/**
 * Sorts members so that `JSON.stringify` writes the canonical form. Returns the value itself if it is already sorted,
 * and undefined if write() has to handle the value: JavaScript cannot sort its names, or the value is not JSON.
 */
function arrange(value: unknown): unknown {
  if (typeof value === "string") return value.isWellFormed() ? value : undefined;
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (value === null || typeof value === "boolean") return value;
  if (Array.isArray(value)) return arrangeElements(value);
  if (!isJsonObject(value) || typeof value.toJSON === "function") return undefined;
  return arrangeMembers(value);
}

function arrangeElements(elements: readonly unknown[]): unknown {
  let arranged: unknown[] | undefined;
  for (let index = 0; index < elements.length; index++) {
    const own = arrange(elements[index]);
    if (own === undefined) return undefined;
    if (own === elements[index]) continue;
    arranged ??= [...elements];
    arranged[index] = own;
  }
  return arranged ?? elements;
}

function arrangeMembers(object: JsonObject): unknown {
  const names = Object.keys(object);
  let arranged: Record<string, unknown> | undefined;
  if (!isSorted(names)) {
    if (sortNames(names).some(comesFirst)) return undefined;
    arranged = {};
  }
  for (let index = 0; index < names.length; index++) {
    const name = names[index] ?? "";
    const member = object[name];
    const own = name.isWellFormed() ? arrange(member) : undefined;
    // Assigning to `__proto__` would set the prototype.
    if (own === undefined || name === "__proto__") return undefined;
    if (own !== member && arranged === undefined) {
      arranged = {};
      for (const before of names.slice(0, index)) arranged[before] = object[before];
    }
    if (arranged !== undefined) arranged[name] = own;
  }
  return arranged ?? object;
}

/** Whether the name starts with a digit. JavaScript puts names such as `10` first, whatever the order of assignment. */
function comesFirst(name: string): boolean {
  return name >= "0" && name < ":";
}

/** Writes, part by part, a value that arrange() could not sort. Throws a RangeError if it is not valid JSON. */
function write(value: unknown): string {
  if (typeof value === "string") throw new RangeError("cannot canonicalize a lone surrogate");
  if (typeof value === "number") throw new RangeError("cannot canonicalize a number that is not finite");
  // String concatenation takes half the time of map() and join().
  if (Array.isArray(value)) {
    let text = "[";
    for (const element of value) text += `${text === "[" ? "" : ","}${canonicalJson(element)}`;
    return `${text}]`;
  }
  if (!isJsonObject(value)) throw new RangeError("cannot canonicalize a value that is not JSON");
  let text = "{";
  for (const name of sortNames(Object.keys(value))) {
    text += `${text === "{" ? "" : ","}${canonicalJson(name)}:${canonicalJson(value[name])}`;
  }
  return `${text}}`;
}
