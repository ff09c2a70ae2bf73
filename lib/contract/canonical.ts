import { isJsonObject, type JsonObject } from "./json.ts";
import { isSorted, sortNames } from "./sort-members.ts";

/**
 * The canonical form of a JSON value (RFC 8785, JSON Canonicalization Scheme): no white space, members sorted by the
 * UTF-16 code units of their names, numbers and strings as ECMAScript writes them. Two spellings of one value have one
 * form. Throws a RangeError for what has no form: a number that is not finite, a lone surrogate, or what is not JSON.
 */
export function canonicalJson(value: unknown): string {
  const arranged = arrange(value);
  // One call writes several times as fast as one for each part.
  return arranged === undefined ? write(value) : JSON.stringify(arranged);
}

/**
 * The value with its members in order, of which `JSON.stringify` writes exactly the canonical form: itself where it is in
 * order already. Undefined for what has no such value.
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
    // An assignment to this name would set the prototype.
    if (own === undefined || name === "__proto__") return undefined;
    if (own !== member && arranged === undefined) {
      arranged = {};
      for (const before of names.slice(0, index)) arranged[before] = object[before];
    }
    if (arranged !== undefined) arranged[name] = own;
  }
  return arranged ?? object;
}

/** Names such as `10` come before all others in JavaScript, whatever the order of assignments. */
function comesFirst(name: string): boolean {
  return name >= "0" && name < ":";
}

/** Writes what is not in order, and leaves to JSON.stringify the parts that are. */
function write(value: unknown): string {
  if (typeof value === "string") throw new RangeError("a lone surrogate has no canonical form");
  if (typeof value === "number") throw new RangeError("a number that is not finite has no canonical form");
  // Concatenates strings: map() and join() take twice as long.
  if (Array.isArray(value)) {
    let text = "[";
    for (const element of value) text += `${text === "[" ? "" : ","}${canonicalJson(element)}`;
    return `${text}]`;
  }
  if (!isJsonObject(value)) throw new RangeError("what is not JSON has no canonical form");
  let text = "{";
  for (const name of sortNames(Object.keys(value))) {
    text += `${text === "{" ? "" : ","}${canonicalJson(name)}:${canonicalJson(value[name])}`;
  }
  return `${text}}`;
}
