/** One option's interval on the number line. Each side has at most one bound, or none if it is open-ended. */
export interface Interval {
  readonly above?: number | undefined;
  readonly at_least?: number | undefined;
  readonly below?: number | undefined;
  readonly at_most?: number | undefined;
}

interface Bound {
  readonly value: number;
  /** Whether the interval contains the bound. */
  readonly closed: boolean;
}

interface Ends {
  readonly option: string;
  readonly lower: Bound;
  readonly upper: Bound;
}

/**
 * Checks that the intervals cover the number line without overlap, so that every value belongs to exactly one option.
 * Returns the violation, or undefined if there is none. `intervals` are pairs of option id and interval, in any order.
 */
export function partitionError(intervals: readonly (readonly [string, Interval])[]): string | undefined {
  const ends: Ends[] = [];
  for (const [option, interval] of intervals) {
    if (interval.above !== undefined && interval.at_least !== undefined)
      return `The interval of ${option} has two lower bounds.`;
    if (interval.below !== undefined && interval.at_most !== undefined)
      return `The interval of ${option} has two upper bounds.`;
    const read = endsOf(option, interval);
    if (isEmpty(read)) return `The interval of ${option} is empty.`;
    ends.push(read);
  }
  ends.sort((a, b) => a.lower.value - b.lower.value || a.upper.value - b.upper.value);
  let before: Ends | undefined;
  for (const here of ends) {
    const error = before === undefined ? firstIntervalError(here) : neighbourError(before, here);
    if (error !== undefined) return error;
    before = here;
  }
  if (before === undefined) return "The partition has no interval.";
  return before.upper.value === Infinity
    ? undefined
    : `Values above the interval of ${before.option} belong to no option.`;
}

function endsOf(option: string, interval: Interval): Ends {
  return {
    option,
    lower: { value: interval.at_least ?? interval.above ?? -Infinity, closed: interval.at_least !== undefined },
    upper: { value: interval.at_most ?? interval.below ?? Infinity, closed: interval.at_most !== undefined },
  };
}

function isEmpty({ lower, upper }: Ends): boolean {
  if (lower.value === upper.value) return !(lower.closed && upper.closed);
  return lower.value > upper.value;
}

function firstIntervalError(first: Ends): string | undefined {
  return first.lower.value === -Infinity
    ? undefined
    : `Values below the interval of ${first.option} belong to no option.`;
}

function neighbourError(before: Ends, here: Ends): string | undefined {
  const pair = `${before.option} and ${here.option}`;
  if (here.lower.value < before.upper.value) return `The intervals of ${pair} overlap.`;
  if (here.lower.value > before.upper.value) return `Values between the intervals of ${pair} belong to no option.`;
  if (here.lower.closed && before.upper.closed) return `The intervals of ${pair} both contain ${here.lower.value}.`;
  if (!here.lower.closed && !before.upper.closed)
    return `The value ${here.lower.value} between the intervals of ${pair} belongs to no option.`;
  return undefined;
}
