import { Text } from "@mantine/core";
import type { Outputs } from "#components/ui/trpc.ts";
import { formatScore } from "#lib/format.ts";

type Scored = Outputs["outcomes"]["scores"]["parts"][number]["brier"];

export function Figure({ figure: { value, interval } }: { readonly figure: Scored }) {
  return (
    <span style={{ whiteSpace: "nowrap" }} title={String(value)}>
      {formatScore(value)}{" "}
      {interval !== null && (
        <Text span size="xs" c="dimmed">
          {formatScore(interval.low)} to {formatScore(interval.high)}
        </Text>
      )}
    </span>
  );
}
