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

/** Prints a flat object as "yes 0.6, no 0.4", and anything deeper as JSON. */
function describeValue(value: unknown): string {
  if (isJsonObject(value) && Object.values(value).every((inner) => inner === null || typeof inner !== "object")) {
    return Object.entries(value)
      .map(([name, inner]) => `${name} ${inner}`)
      .join(", ");
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}
