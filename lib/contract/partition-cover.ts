/** One option's interval on the number line: at most one bound per side, none if that side is open-ended. */
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
 * Checks that these intervals cover the number line without overlap, so that every value belongs to exactly one option.
 * Returns the violation or undefined. `intervals` are pairs of option id and interval, in any order.
 */
export function partitionError(intervals: readonly (readonly [string, Interval])[]): string | undefined {
  const ends: Ends[] = [];
  for (const [option, interval] of intervals) {
    if (interval.above !== undefined && interval.at_least !== undefined) return `${option} has two lower bounds.`;
    if (interval.below !== undefined && interval.at_most !== undefined) return `${option} has two upper bounds.`;
    const read = endsOf(option, interval);
    if (isEmpty(read)) return `${option} holds no value at all.`;
    ends.push(read);
  }
  ends.sort((a, b) => a.lower.value - b.lower.value || a.upper.value - b.upper.value);
  let before: Ends | undefined;
  for (const here of ends) {
    const error = before === undefined ? firstIntervalError(here) : neighbourError(before, here);
    if (error !== undefined) return error;
    before = here;
  }
  if (before === undefined) return "There is no interval.";
  return before.upper.value === Infinity ? undefined : `No option holds the values above those of ${before.option}.`;
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
  return first.lower.value === -Infinity ? undefined : `No option holds the values below those of ${first.option}.`;
}

function neighbourError(before: Ends, here: Ends): string | undefined {
  const pair = `${before.option} and ${here.option}`;
  if (here.lower.value < before.upper.value) return `${pair} overlap.`;
  if (here.lower.value > before.upper.value) return `No option holds the values between ${pair}.`;
  if (here.lower.closed && before.upper.closed) return `${pair} both hold ${here.lower.value}.`;
  if (!here.lower.closed && !before.upper.closed)
    return `Neither ${pair} hold ${here.lower.value}.`.replace(" and ", " nor ");
  return undefined;
}
