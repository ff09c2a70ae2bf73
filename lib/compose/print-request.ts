import { isUnfilled, type ObservationForm, type RequestForm } from "./compose-form.ts";
import { dateText, readDateAt } from "./date-time-text.ts";
import { kindOf, type ObservationField } from "./observation-kinds.ts";
import { optionIds } from "./option-ids.ts";
import { percentToFraction } from "./percent-text.ts";

type Members = readonly (readonly [name: string, json: string])[];

const quote = (text: string): string => JSON.stringify(text);

/** Builds JSON as text: a JavaScript object would drop duplicate ids and put ids such as "10" first. */
function object(members: Members): string {
  return `{${members.map(([name, json]) => `${quote(name)}:${json}`).join(",")}}`;
}

/** Returns the form as one line of JSON, which is the request body. */
export function printRequest(form: RequestForm): string {
  const ids = optionIds(form.options);
  const idOf = new Map(form.options.map(({ key }, index) => [key, ids[index] ?? ""]));
  const criteria = form.options.map(
    ({ description }, index) => [ids[index] ?? "", description === "" ? "null" : quote(description)] as const,
  );
  const resolution = object([
    ["criteria", quote(form.resolutionCriteria)],
    ["resolves_at", quote(dateText(form.resolvesAt))],
  ]);
  const task = object([
    ["type", quote("choice")],
    ["instructions", quote(form.instructions)],
    ["criteria", object(criteria)],
    ["resolution", resolution],
  ]);
  const context = form.observations.flatMap((one) => (isUnfilled(one) ? [] : printObservation(one, idOf)));
  const input = object([
    ["as_of", quote(dateText(form.asOf))],
    ["context", `[${context.join(",")}]`],
  ]);
  return object([
    ["model", quote(form.model)],
    ["task", task],
    ["input", input],
  ]);
}

/** `idOf` maps each option's key to its id. */
function printObservation(observation: ObservationForm, idOf: ReadonlyMap<string, string>): string {
  const isText = observation.kind === "text";
  return object([
    ["type", quote(isText ? "text" : "structured")],
    isText ? ["text", quote(observation.fields.text ?? "")] : ["data", printData(observation, idOf)],
    ["observed_at", quote(dateText(observation.observedAt, "end of day"))],
  ]);
}

export function printData({ kind, fields, observedAt }: ObservationForm, idOf: ReadonlyMap<string, string>): string {
  if (kind === "raw") return printRaw(fields.data ?? "");
  return object([
    ["kind", quote(kind)],
    ...kindOf(kind).fields.flatMap((field) => printField(field, (path) => fields[path], idOf, observedAt.offset)),
  ]);
}

function printField(
  { name, type, optional }: ObservationField,
  textOf: (path: string) => string | undefined,
  idOf: ReadonlyMap<string, string>,
  offset: string,
): Members {
  const text = textOf(name) ?? "";
  switch (type) {
    case "number":
      return printNumber(name, text);
    case "lines":
      return [[name, `[${text.split("\n").flatMap((line, index) => printLine(line, index, offset))}]`]];
    case "percents":
      return [[name, object([...idOf].flatMap(([key, id]) => printPercent(id, textOf(`${name}/${key}`))))]];
    case "numbers":
      return [[name, object([...idOf].flatMap(([key, id]) => printNumber(id, textOf(`${name}/${key}`))))]];
    case "intervals":
      return [[name, object([...idOf].flatMap(([key, id]) => printInterval(id, `${name}/${key}`, textOf)))]];
    default:
      return text === "" && optional ? [] : [[name, quote(text)]];
  }
}

function printInterval(id: string, path: string, textOf: (path: string) => string | undefined): Members {
  const lowerIs = textOf(`${path}/lowerIs`);
  const upperIs = textOf(`${path}/upperIs`);
  if (lowerIs === undefined || upperIs === undefined) return [];
  const bounds = [...printNumber(lowerIs, textOf(`${path}/lower`)), ...printNumber(upperIs, textOf(`${path}/upper`))];
  return [[id, object(bounds)]];
}

const TWO_PARTS = /^(.*[^\s,;])[\s,;]+([^\s,;]+)$/;

/**
 * Prints a line of values: a pair of time and number, a number or null. `offset` is added to a time without one. A
 * header is omitted.
 */
function printLine(line: string, index: number, offset: string): readonly string[] {
  const text = line.trim();
  const [, time, value = text] = TWO_PARTS.exec(text) ?? [];
  if (text === "" || (index === 0 && !/\d|null/.test(text))) return [];
  const number = NUMBER.test(value) || value === "null" ? value : quote(value);
  return [time === undefined ? number : `[${quote(dateText(readDateAt(time, offset), "end of day"))},${number}]`];
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Prints a number as typed. Any other text becomes a JSON string, so that the request check reports it. */
function printNumber(name: string, text = ""): Members {
  if (text === "") return [];
  const trimmed = text.trim();
  return [[name, NUMBER.test(trimmed) ? trimmed : quote(text)]];
}

const printPercent = (name: string, text = ""): Members => printNumber(name, percentToFraction(text) ?? text);

/** Prints JSON as typed. Invalid JSON becomes a JSON string, so that the rest of the request can still be checked. */
function printRaw(text: string): string {
  try {
    JSON.parse(text);
    return text.trim();
  } catch {
    return quote(text);
  }
}
