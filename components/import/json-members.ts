import { isJsonObject, type Json } from "#lib/contract/json.ts";

/** JSON text of each member by its path, such as `data.probabilities.yes`. Lists are one member. */
export type JsonMembers = ReadonlyMap<string, string>;

export function jsonMembers(value: Json, path = ""): JsonMembers {
  if (!isJsonObject(value) || Object.keys(value).length === 0) return new Map([[path, JSON.stringify(value)]]);
  return new Map(
    Object.entries(value).flatMap(([name, member]) => [...jsonMembers(member, path === "" ? name : `${path}.${name}`)]),
  );
}

/** Returns each distinct path with its shortest end that no other path has. */
export function shortPaths(paths: readonly string[]): (readonly [path: string, name: string])[] {
  const distinct = [...new Set(paths)];
  return distinct.map((path) => {
    const parts = path.split(".");
    const ends = parts.map((_, index) => parts.slice(index).join(".")).toReversed();
    const isOwn = (end: string) => distinct.every((other) => other === path || !`.${other}`.endsWith(`.${end}`));
    return [path, ends.find(isOwn) ?? path];
  });
}
