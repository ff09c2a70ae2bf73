import { ERROR_CODES, type ErrorCode } from "#lib/contract/error-table.ts";

interface Count {
  readonly hour: string;
  /** Null for an answer. */
  readonly code: ErrorCode | null;
  readonly count: number;
}

const HOUR_MS = 3_600_000;

/** Returns totals over all hours: answers first, then codes in the order of checks. */
export function sumByCode(counts: readonly Count[]): { readonly code: ErrorCode | null; readonly count: number }[] {
  const sums = new Map<ErrorCode | null, number>();
  for (const { code, count } of counts) sums.set(code, (sums.get(code) ?? 0) + count);
  const order: readonly (ErrorCode | null)[] = [null, ...ERROR_CODES];
  return [...sums]
    .map(([code, count]) => ({ code, count }))
    .sort((a, b) => order.indexOf(a.code) - order.indexOf(b.code));
}

/** Returns answers and refusals of every hour from `since`, including empty hours. */
export function sumByHour(counts: readonly Count[], since: string, hours: number) {
  return Array.from({ length: hours }, (_, index) => {
    const hour = new Date(Date.parse(since) + index * HOUR_MS).toISOString();
    const within = counts.filter((count) => Date.parse(count.hour) === Date.parse(hour));
    const sum = (list: readonly Count[]) => list.reduce((total, { count }) => total + count, 0);
    return {
      hour,
      answered: sum(within.filter(({ code }) => code === null)),
      refused: sum(within.filter(({ code }) => code !== null)),
    };
  });
}
