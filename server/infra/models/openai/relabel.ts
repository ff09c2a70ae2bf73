import { isJsonObject, type Json, type JsonObject } from "#lib/contract/json.ts";
import { isObservationKind, OBSERVATION_KINDS, type ObservationKind } from "#lib/contract/observation-kinds.ts";

/** The member of each kind whose names are option ids. */
const OPTIONS_OF: Readonly<Record<ObservationKind, string | undefined>> = {
  forecast: "probabilities",
  counts: "counts",
  measurement: undefined,
  partition: "intervals",
};

/**
 * Replaces option ids in structured data by labels. In a known kind of data about the task's options, the kind says
 * where they are. In other data every name and every whole string that equals an id is replaced; an id within a longer
 * text stays.
 */
export function relabel(data: JsonObject, labels: ReadonlyMap<string, string>): JsonObject {
  const { kind } = data;
  if (!isObservationKind(kind) || !OBSERVATION_KINDS[kind].schema.safeParse(data).success) {
    return relabelMembers(data, labels);
  }
  const member = OPTIONS_OF[kind];
  const byOption = member === undefined ? undefined : data[member];
  if (member === undefined || !isJsonObject(byOption)) return data;
  const named = Object.entries(byOption).map(([id, value]) => ({ label: labels.get(id), value }));
  // About other things, which may also be called A.
  if (named.some(({ label }) => label === undefined)) return relabelMembers(data, labels);
  // Sorted by label, so that the model does not learn the order of the ids.
  const sorted = named.sort((a, b) => (String(a.label) < String(b.label) ? -1 : 1));
  return { ...data, [member]: Object.fromEntries(sorted.map(({ label, value }) => [label, value])) };
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
