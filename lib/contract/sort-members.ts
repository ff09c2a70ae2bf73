import { isJsonObject, type Json, type JsonObject } from "./json.ts";

/**
 * The same value with the members of every object sorted, so that code that iterates over them gives the same result
 * for every spelling.
 */
export function sortMembers(value: JsonObject): JsonObject;
export function sortMembers(value: Json): Json;
export function sortMembers(value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => sortMembers(item));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, sortMembers(value[name] ?? null)]),
  );
}
