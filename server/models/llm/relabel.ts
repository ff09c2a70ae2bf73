import { isJsonObject, type Json, type JsonObject } from "#lib/contract/json.ts";
import { isObservationKind, OBSERVATION_KINDS, OPTION_MEMBERS } from "#lib/contract/observation-kinds.ts";

/**
 * Replaces option ids in structured data; `names` maps ids to names in display order. If the data are of a known kind
 * and about the task's options, only the keys of the kind's option member are replaced. In other data, every key and
 * every whole string that equals an id is replaced by `option <name>`; an id within a longer text stays.
 */
export function relabel(data: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  const { kind } = data;
  if (!isObservationKind(kind) || !OBSERVATION_KINDS[kind].schema.safeParse(data).success) {
    return relabelMembers(data, names);
  }
  const member = OPTION_MEMBERS[kind];
  const byOption = member === undefined ? undefined : data[member];
  if (member === undefined || !isJsonObject(byOption)) return data;
  // A key that is not an option id means that the data are not about the task's options.
  if (Object.keys(byOption).some((id) => !names.has(id))) return relabelMembers(data, names);
  const named = [...names].flatMap(([id, name]) => (Object.hasOwn(byOption, id) ? [[name, byOption[id]]] : []));
  return { ...data, [member]: Object.fromEntries(named) };
}

function relabelAny(value: Json, names: ReadonlyMap<string, string>): Json {
  if (typeof value === "string") return relabelText(value, names);
  if (Array.isArray(value)) return value.map((item) => relabelAny(item, names));
  return isJsonObject(value) ? relabelMembers(value, names) : value;
}

function relabelMembers(data: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [relabelText(name, names), relabelAny(value, names)]),
  );
}

function relabelText(text: string, names: ReadonlyMap<string, string>): string {
  const name = names.get(text);
  return name === undefined ? text : `option ${name}`;
}
