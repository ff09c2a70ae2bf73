import { isJsonObject } from "#lib/contract/json.ts";

/** Describes structured data on one line: "forecast, source Market, probabilities yes 0.3, no 0.7". */
export function describeData(data: unknown): string {
  if (!isJsonObject(data)) return JSON.stringify(data);
  const { kind, ...rest } = data;
  const fields = Object.entries(rest).map(([name, value]) => `${name} ${describeValue(value)}`);
  return [typeof kind === "string" ? kind : "structured", ...fields].join(", ");
}

/** Prints a flat object as "yes 0.6, no 0.4", and anything deeper as JSON. */
export function describeValue(value: unknown): string {
  if (isJsonObject(value) && Object.values(value).every((inner) => inner === null || typeof inner !== "object")) {
    return Object.entries(value)
      .map(([name, inner]) => `${name} ${inner}`)
      .join(", ");
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}
