import { isJsonObject, type Json, type JsonObject } from "#lib/contract/json.ts";
import { isObservationKind, OBSERVATION_KINDS, type ObservationKind } from "#lib/contract/observation-kinds.ts";

/** The member of a kind whose names are option ids. */
const OPTIONS_OF: Readonly<Record<ObservationKind, string | undefined>> = {
  forecast: "probabilities",
  counts: "counts",
  measurement: undefined,
  partition: "intervals",
};

/**
 * Structured data with labels in the place of option ids. In data of a known kind, that is where the kind names the
 * options. In any other data nothing says what is an option, so every name and every whole string that equals an id is
 * taken for it; within a longer text an id stays what it is there, a word of the caller's.
 */
export function relabel(data: JsonObject, labels: ReadonlyMap<string, string>): JsonObject {
  const { kind } = data;
  if (!isObservationKind(kind) || !OBSERVATION_KINDS[kind].schema.safeParse(data).success) {
    return relabelMembers(data, labels);
  }
  const member = OPTIONS_OF[kind];
  const byOption = member === undefined ? undefined : data[member];
  if (member === undefined || !isJsonObject(byOption)) return data;
  // In the order of the labels: that of the ids is none of the model's business.
  const renamed = Object.entries(byOption).map(([id, value]): [string, Json] => [labels.get(id) ?? id, value]);
  return { ...data, [member]: Object.fromEntries(renamed.sort(([a], [b]) => (a < b ? -1 : 1))) };
}

function relabelAny(value: Json, labels: ReadonlyMap<string, string>): Json {
  if (typeof value === "string") return relabelText(value, labels);
  if (Array.isArray(value)) return value.map((item) => relabelAny(item, labels));
  return isJsonObject(value) ? relabelMembers(value, labels) : value;
}

function relabelMembers(data: JsonObject, labels: ReadonlyMap<string, string>): JsonObject {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [relabelText(name, labels), relabelAny(value, labels)]),
  );
}

function relabelText(text: string, labels: ReadonlyMap<string, string>): string {
  const label = labels.get(text);
  return label === undefined ? text : `option ${label}`;
}
