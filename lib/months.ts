const format = new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" });

/** The English names of the months: "January" … "December". */
export const MONTHS: readonly string[] = Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2000, month)));

/** "Jan" … "Dec". */
export const SHORT_MONTHS = MONTHS.map((name) => name.slice(0, 3));

/** Returns the number of the month whose name begins with `start` in any case, 1 to 12; 0 if there is none. */
export function monthNumber(start: string): number {
  return MONTHS.findIndex((name) => name.toLowerCase().startsWith(start.toLowerCase())) + 1;
}

/** Returns the first day of the month of `at`, and that of the next month, both at 00:00 UTC. */
export function monthOf(at: Date): readonly [Date, Date] {
  const start = (offset: number) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + offset));
  return [start(0), start(1)];
}
