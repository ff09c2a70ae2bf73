import { isJsonObject, type Json, type JsonObject } from "./json.ts";

/**
 * The same value with the members of every object sorted and -0 as 0, so that code that iterates over them or computes
 * with them gives the same result for every spelling. (JavaScript puts names such as `10` first all the same.) What is
 * sorted already is returned as it is.
 */
export function sortMembers(value: JsonObject): JsonObject;
export function sortMembers(value: Json): Json;
export function sortMembers(value: Json): Json {
  if (typeof value === "number") return value + 0;
  if (Array.isArray(value)) {
    let sorted: Json[] | undefined;
    for (let index = 0; index < value.length; index++) {
      const element = value[index] ?? null;
      const own = sortMembers(element);
      if (Object.is(own, element)) continue;
      sorted ??= [...value];
      sorted[index] = own;
    }
    return sorted ?? value;
  }
  return isJsonObject(value) ? sortObject(value) : value;
}

function sortObject(value: JsonObject): JsonObject {
  const names = Object.keys(value);
  let changed = !isSorted(names);
  if (changed) sortNames(names);
  const sorted: JsonObject = {};
  for (const name of names) {
    const member = value[name] ?? null;
    const own = sortMembers(member);
    changed ||= !Object.is(own, member);
    if (name !== "__proto__") sorted[name] = own;
    // An assignment would set the prototype.
    else Object.defineProperty(sorted, name, { value: own, writable: true, enumerable: true, configurable: true });
  }
  return changed ? sorted : value;
}

/** Whether names are sorted by UTF-16 code units. */
export function isSorted(names: readonly string[]): boolean {
  let before: string | undefined;
  for (const name of names) {
    if (before !== undefined && name < before) return false;
    before = name;
  }
  return true;
}

/** Up to here insertion is quicker, and needs no memory: sort() takes 600 bytes for the smallest array. */
const FEW = 20;

/** Sorts names in place by UTF-16 code units, and returns them. */
export function sortNames(names: string[]): string[] {
  if (names.length > FEW) return names.sort();
  for (let next = 1; next < names.length; next++) {
    const name = names[next] ?? "";
    let at = next;
    for (; at > 0 && (names[at - 1] ?? "") > name; at--) names[at] = names[at - 1] ?? "";
    names[at] = name;
  }
  return names;
}
