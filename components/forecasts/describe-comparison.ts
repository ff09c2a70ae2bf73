import { nameOption, type OptionLabels } from "#lib/domain/option-label.ts";
import { formatPoints } from "#lib/stats/format-percent.ts";

interface Row {
  readonly option: string;
  readonly differences: readonly (number | null)[];
}

/** Returns the letter that identifies a compared forecast, A to D. */
export function nameOf(index: number): string {
  return String.fromCharCode(65 + index);
}

export function describeComparison(rows: readonly Row[], count: number, labels: OptionLabels): string {
  return Array.from({ length: count - 1 }, (_, index) => describeOne(rows, index + 1, labels)).join(" ");
}

function describeOne(rows: readonly Row[], index: number, labels: OptionLabels): string {
  const [first, other] = [nameOf(0), nameOf(index)];
  const moved = rows.flatMap(({ option, differences }) => {
    const difference = differences[index] ?? null;
    return difference === null ? [] : [{ option, difference }];
  });
  const missing = rows.length - moved.length;
  const [most] = moved.sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference));
  const rest = missing > 0 ? ` ${missing} of the ${rows.length} options are not in both forecasts.` : "";
  if (most === undefined) return `${other} has no option in common with ${first}.`;
  if (most.difference === 0) return `${other} gives the same probabilities as ${first}.${rest}`;
  return `From ${first} to ${other}, “${nameOption(most.option, labels)}” changes most: ${formatPoints(most.difference)}.${rest}`;
}
