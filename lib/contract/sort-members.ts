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
  if (changed) names.sort();
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

function isSorted(names: readonly string[]): boolean {
  let before: string | undefined;
  for (const name of names) {
    if (before !== undefined && name < before) return false;
    before = name;
  }
  return true;
}
