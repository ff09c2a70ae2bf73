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
 * Structured data with labels in the place of option ids. In data of a known kind about the task's options, that is
 * where the kind names them. In any other data nothing says what is an option, so every name and every whole string that
 * equals an id is taken for it; within a longer text an id stays what it is there, a word of the caller's.
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
  // About other things, which may be called A as well.
  if (named.some(({ label }) => label === undefined)) return relabelMembers(data, labels);
  // In the order of the labels: that of the ids is none of the model's business.
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
