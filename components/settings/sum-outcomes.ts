import type { Outputs } from "#components/ui/trpc.ts";
import { ERROR_CODES, type ErrorCode } from "#lib/contract/error-table.ts";

type Count = Outputs["system"]["status"]["outcomes"]["counts"][number];

const HOUR_MS = 3_600_000;

/** Returns totals by code: answers first, then error codes in the order of the gateway's checks. */
export function sumByCode(counts: readonly Count[]): { readonly code: ErrorCode | null; readonly count: number }[] {
  const sums = new Map<ErrorCode | null, number>();
  for (const { code, count } of counts) sums.set(code, (sums.get(code) ?? 0) + count);
  const order: readonly (ErrorCode | null)[] = [null, ...ERROR_CODES];
  return [...sums]
    .map(([code, count]) => ({ code, count }))
    .sort((a, b) => order.indexOf(a.code) - order.indexOf(b.code));
}

/** Returns the answered and refused requests of each hour from `since`, including hours without requests. */
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
