import { Text } from "@mantine/core";
import { formatScore } from "#lib/format.ts";
import type { Interval } from "#lib/stats/bootstrap.ts";

export interface Figure {
  readonly value: number;
  readonly interval?: Interval | undefined;
  readonly blockInterval?: Interval | undefined;
}

interface WithIntervalProps {
  readonly figure: Figure | undefined;
  /** Also shows the interval of the bootstrap over blocks. */
  readonly byBlock?: boolean;
}

export function WithInterval({ figure, byBlock = false }: WithIntervalProps) {
  if (figure === undefined) return "–";
  const { value, interval, blockInterval } = figure;
  return (
    <span style={{ whiteSpace: "nowrap" }} title={String(value)}>
      {formatScore(value)}{" "}
      <Text span size="xs" c="dimmed">
        {interval !== undefined && between(interval)}
        {byBlock && blockInterval !== undefined && `; by block ${between(blockInterval)}`}
      </Text>
    </span>
  );
}

function between({ low, high }: Interval): string {
  return `${formatScore(low)} to ${formatScore(high)}`;
}
