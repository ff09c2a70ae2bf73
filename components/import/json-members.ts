import { isJsonObject, type Json } from "#lib/contract/json.ts";

/** Returns the members of a JSON object, nested ones by their path: `data.probabilities.yes` is "0.25". */
export function jsonMembers(value: Json, path = ""): ReadonlyMap<string, string> {
  if (!isJsonObject(value)) return new Map([[path, JSON.stringify(value)]]);
  return new Map(
    Object.entries(value).flatMap(([name, member]) => [...jsonMembers(member, path === "" ? name : `${path}.${name}`)]),
  );
}
