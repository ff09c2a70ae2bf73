import { Text } from "@mantine/core";
import { formatScore } from "#lib/format.ts";

export interface Figure {
  readonly value: number;
  readonly interval?: { readonly low: number; readonly high: number } | undefined;
}

export function WithInterval({ figure }: { readonly figure: Figure | undefined }) {
  if (figure === undefined) return "–";
  const { value, interval } = figure;
  return (
    <span style={{ whiteSpace: "nowrap" }} title={String(value)}>
      {formatScore(value)}{" "}
      {interval !== undefined && (
        <Text span size="xs" c="dimmed">
          {formatScore(interval.low)} to {formatScore(interval.high)}
        </Text>
      )}
    </span>
  );
}
