import { nameOption, type OptionLabels } from "#lib/domain/option-label.ts";
import { formatDistance, formatPoints } from "#lib/stats/format-percent.ts";

interface Row {
  readonly option: string;
  readonly differences: readonly number[];
}

interface Pair {
  readonly first: number;
  readonly second: number;
  readonly totalVariation: number;
  readonly jensenShannon: number;
}

/** Returns the letter that identifies a compared forecast, A to D. */
export function nameOf(index: number): string {
  return String.fromCharCode(65 + index);
}

/** Describes how each forecast of a question differs from the first. */
export function describeComparison(rows: readonly Row[], count: number, labels: OptionLabels): string {
  return Array.from({ length: count - 1 }, (_, index) => describeOne(rows, index + 1, labels)).join(" ");
}

function describeOne(rows: readonly Row[], index: number, labels: OptionLabels): string {
  const [first, other] = [nameOf(0), nameOf(index)];
  const sizeOf = ({ differences }: Row) => Math.abs(differences[index] ?? 0);
  const [most] = rows.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  if (most === undefined || sizeOf(most) === 0) return `${other} gives the same probabilities as ${first}.`;
  return `From ${first} to ${other}, no option changes more than “${nameOption(most.option, labels)}”: ${formatPoints(most.differences[index] ?? 0)}.`;
}

export function describePair({ first, second, totalVariation, jensenShannon }: Pair): string {
  return `${nameOf(first)} and ${nameOf(second)}: total variation distance ${formatDistance(totalVariation)}, Jensen–Shannon distance ${jensenShannon.toFixed(3)}.`;
}

const MIN = 2;
const MAX = 4;

/** Says how many forecasts are selected, and how many can be compared. */
export function describeSelection(chosen: number): string {
  if (chosen > MAX) return `${chosen} forecasts selected. You can compare at most ${MAX}.`;
  if (chosen < MIN) return "Select two to four forecasts to compare them.";
  return `${chosen} forecasts selected.`;
}
