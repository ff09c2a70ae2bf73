import { Group, Text } from "@mantine/core";
import type { JsonObject } from "#lib/contract/json.ts";
import { describeValue } from "#lib/describe-data.ts";
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
          {visible(describeValue(value))}
        </span>
      ))}
    </Group>
  );
}
