import { type HistoryValue, readHistory } from "#lib/contract/history.ts";
import { isJsonObject, type JsonObject } from "#lib/contract/json.ts";
import { formatCount, formatInstant } from "#lib/format.ts";

/** Describes structured data on one line: "forecast, source Market, probabilities yes 0.3, no 0.7". */
export function describeData(data: unknown): string {
  if (!isJsonObject(data)) return JSON.stringify(data);
  const { kind } = data;
  const fields = describeFields(data).map(([name, text]) => `${name} ${text}`);
  return [typeof kind === "string" ? kind : "structured", ...fields].join(", ");
}

/** Returns the name and a description of every member except `kind`. The values of a history are summarised. */
export function describeFields({ kind, ...rest }: JsonObject): (readonly [name: string, text: string])[] {
  const history = kind === "history" ? readHistory(rest) : undefined;
  const members = history?.ok ? { ...rest, values: describeHistory(history.values) } : rest;
  return Object.entries(members).map(([name, value]) => [name, describeValue(value)]);
}

function describeHistory(values: readonly HistoryValue[]): string {
  const [first, last] = [values[0], values.at(-1)].map(
    (one) => one && `${one.value} on ${formatInstant(one.time)} UTC`,
  );
  return `${formatCount(values.length)}, from ${first} to ${last}`;
}

/** Prints a flat object as "yes 0.6, no 0.4", intervals in words, and anything deeper as JSON. */
function describeValue(value: unknown): string {
  if (isJsonObject(value)) {
    const intervals = Object.entries(value)
      .sort(([, one], [, other]) => lowestOf(one) - lowestOf(other))
      .map(([name, inner]) => [name, describeInterval(inner)] as const);
    if (intervals.length > 0 && intervals.every(([, words]) => words !== undefined))
      return intervals.map(([name, words]) => `${name}: ${words}`).join("; ");
  }
  if (isJsonObject(value) && Object.values(value).every((inner) => inner === null || typeof inner !== "object")) {
    return Object.entries(value)
      .map(([name, inner]) => `${name} ${inner}`)
      .join(", ");
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}

const BOUNDS = { at_least: "at least", above: "more than", at_most: "at most", below: "less than" } as const;

/** Describes an interval of a partition: "at least 100, less than 150". Undefined if the value is not an interval. */
export function describeInterval(value: unknown): string | undefined {
  if (!isJsonObject(value) || Object.keys(value).some((name) => !Object.hasOwn(BOUNDS, name))) return undefined;
  const bounds = Object.entries(BOUNDS).flatMap(([name, words]) => {
    const bound = value[name];
    return typeof bound === "number" ? `${words} ${bound}` : [];
  });
  return bounds.length < Object.keys(value).length ? undefined : bounds.join(", ") || "any value";
}

function lowestOf(interval: unknown): number {
  const { at_least, above } = Object(interval);
  const lowest = at_least ?? above;
  return typeof lowest === "number" ? lowest : -Number.MAX_VALUE;
}
