import { Group, Text } from "@mantine/core";
import type { JsonObject } from "#lib/contract/json.ts";
import { isJsonObject } from "#lib/contract/json.ts";
import { visible } from "#lib/format.ts";

/** A structured observation: its kind, and its fields as they are. */
export function StructuredData({ data }: { readonly data: JsonObject }) {
  const { kind, ...rest } = data;
  return (
    <Group gap="0 16px">
      <strong>{typeof kind === "string" ? visible(kind) : "structured"}</strong>
      {Object.entries(rest).map(([name, value]) => (
        <span key={name}>
          <Text span c="dimmed">
            {visible(name)}
          </Text>{" "}
          {showValue(value)}
        </span>
      ))}
    </Group>
  );
}

/** One level of an object reads as "yes 0.6, no 0.4"; what is deeper, as JSON. */
function showValue(value: unknown): string {
  if (isJsonObject(value) && Object.values(value).every((inner) => inner === null || typeof inner !== "object")) {
    return visible(
      Object.entries(value)
        .map(([name, inner]) => `${name} ${inner}`)
        .join(", "),
    );
  }
  return visible(typeof value === "string" ? value : JSON.stringify(value));
}
