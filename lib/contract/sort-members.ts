import { isJsonObject, type Json, type JsonObject } from "./json.ts";

/**
 * Returns the value with the members of every object sorted and -0 replaced by 0, so that equal requests give the same
 * result. (JavaScript still puts names such as `10` first.) A value that is already sorted is returned unchanged.
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
    // Assigning to `__proto__` would set the prototype.
    else Object.defineProperty(sorted, name, { value: own, writable: true, enumerable: true, configurable: true });
  }
  return changed ? sorted : value;
}

export function isSorted(names: readonly string[]): boolean {
  let before: string | undefined;
  for (const name of names) {
    if (before !== undefined && name < before) return false;
    before = name;
  }
  return true;
}

/**
 * Up to this length, insertion sort is faster and allocates nothing. Array.sort() allocates 600 bytes even for the
 * smallest array.
 */
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
