import { canonicalJson } from "#lib/contract/canonical.ts";
import { isJsonObject, type Json } from "#lib/contract/json.ts";
import { memberTexts } from "#lib/contract/member-texts.ts";
import { emptyObservation, type ObservationForm, type OptionForm } from "./compose-form.ts";
import { readDate } from "./date-time-text.ts";
import { isPerOption, KIND_NAMES, kindOf, type ObservationField } from "./observation-kinds.ts";
import { optionIds } from "./option-ids.ts";
import { fractionToPercent } from "./percent-text.ts";
import { printData } from "./print-request.ts";

export const LOWER_BOUNDS = ["at_least", "above"] as const;
export const UPPER_BOUNDS = ["below", "at_most"] as const;

/**
 * Reads an observation of a request into the form. `keyOf` maps each option's id to its key. Structured data that does
 * not fit completely into the fields of its kind becomes a raw JSON observation.
 */
export function readObservation(observation: Json, keyOf: ReadonlyMap<string, string>): ObservationForm {
  if (!isJsonObject(observation)) return emptyObservation("raw");
  const observedAt = readDate(textOf(observation.observed_at));
  if (observation.type === "text") return { kind: "text", observedAt, fields: { text: textOf(observation.text) } };
  const { data = null } = observation;
  const kind = isJsonObject(data) ? KIND_NAMES.find((name) => name === data.kind) : undefined;
  if (isJsonObject(data) && kind !== undefined) {
    const fields = Object.assign({}, ...kindOf(kind).fields.map((field) => readField(field, data[field.name], keyOf)));
    const read = { kind, observedAt, fields };
    if (holds(read, keyOf, data)) return read;
  }
  return { kind: "raw", observedAt, fields: { data: JSON.stringify(data, null, 2) } };
}

/** Reads the JSON of an imported observation into the form. Raw JSON keeps its text. */
export function readObservationText(text: string, options: readonly OptionForm[]): ObservationForm {
  const ids = optionIds(options);
  const form = readObservation(JSON.parse(text), new Map(options.map(({ key }, index) => [ids[index] ?? "", key])));
  const data = form.kind === "raw" ? memberTexts(text)?.get("data") : undefined;
  return data === undefined ? form : { ...form, fields: { data } };
}

function holds(read: ObservationForm, keyOf: ReadonlyMap<string, string>, data: Json): boolean {
  const idOf = new Map([...keyOf].map(([id, key]) => [key, id]));
  try {
    return canonicalJson(JSON.parse(printData(read, idOf))) === canonicalJson(data);
  } catch {
    return false;
  }
}

function readField(
  field: ObservationField,
  value: Json | undefined,
  keyOf: ReadonlyMap<string, string>,
): Record<string, string> {
  const { name, type } = field;
  if (type === "lines") return { [name]: Array.isArray(value) ? value.map(lineText).join("\n") : "" };
  if (!isPerOption(field)) return { [name]: numberText(value) };
  const fields: Record<string, string> = {};
  for (const [id, ofOption] of Object.entries(isJsonObject(value) ? value : {})) {
    const path = `${name}/${keyOf.get(id)}`;
    if (type === "percents") fields[path] = percentText(ofOption);
    else if (type === "numbers") fields[path] = numberText(ofOption);
    else Object.assign(fields, readInterval(path, ofOption));
  }
  return fields;
}

function readInterval(path: string, value: Json): Record<string, string> {
  const interval = isJsonObject(value) ? value : {};
  const lowerIs = LOWER_BOUNDS.find((bound) => Object.hasOwn(interval, bound)) ?? LOWER_BOUNDS[0];
  const upperIs = UPPER_BOUNDS.find((bound) => Object.hasOwn(interval, bound)) ?? UPPER_BOUNDS[0];
  return {
    [`${path}/lowerIs`]: lowerIs,
    [`${path}/lower`]: numberText(interval[lowerIs]),
    [`${path}/upperIs`]: upperIs,
    [`${path}/upper`]: numberText(interval[upperIs]),
  };
}

const lineText = (value: Json): string =>
  Array.isArray(value) ? value.map(numberText).join(", ") : value === null ? "null" : numberText(value);

/** Returns "" for a value that is not a string. Callers detect the loss by comparing the result with the original. */
export const textOf = (value: Json | undefined): string => (typeof value === "string" ? value : "");

/** Returns a number as JSON. Strings stay unchanged, because printNumber() writes incomplete numbers as strings. */
const numberText = (value: Json | undefined): string =>
  typeof value === "number" ? JSON.stringify(value) : textOf(value);

const percentText = (value: Json | undefined): string =>
  typeof value === "number" ? (fractionToPercent(JSON.stringify(value)) ?? "") : textOf(value);
