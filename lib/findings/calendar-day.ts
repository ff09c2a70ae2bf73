import { readDateTime } from "#lib/contract/date-time.ts";

/** A calendar day, or a whole month if `day` is undefined. */
export interface CalendarDay {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day?: number | undefined;
}

/** Returns the local day of a date-time in its own offset; undefined for an invalid date-time. */
export function dayOf(dateTime: string) {
  if (!readDateTime(dateTime).ok) return undefined;
  const [year = 0, month = 0, day = 0] = dateTime.slice(0, 10).split("-").map(Number);
  return { year, month, day };
}

/** Whether `a` is later than the day `b`. A whole month is later only if it starts after `b`. */
export function isLaterDay(a: CalendarDay, b: CalendarDay): boolean {
  if (a.year !== b.year) return a.year > b.year;
  if (a.month !== b.month) return a.month > b.month;
  return a.day !== undefined && b.day !== undefined && a.day > b.day;
}

/** Returns the year in which the day or month is closest to `reference`. */
export function nearestYear({ month, day }: Omit<CalendarDay, "year">, reference: CalendarDay): number {
  const months = 12 * 31;
  const ahead = (month - reference.month) * 31 + (day ?? 1) - (reference.day ?? 1);
  return reference.year + (ahead > months / 2 ? -1 : ahead < -months / 2 ? 1 : 0);
}

/** Returns the Monday of a week (ISO 8601). */
export function mondayOf(year: number, week: number): CalendarDay {
  const fourth = new Date(Date.UTC(year, 0, 4)).getUTCDay() || 7;
  const monday = new Date(Date.UTC(year, 0, 5 - fourth + 7 * (week - 1)));
  return { year: monday.getUTCFullYear(), month: monday.getUTCMonth() + 1, day: monday.getUTCDate() };
}

export function isRealDay({ year, month, day }: CalendarDay): boolean {
  if (month < 1 || month > 12) return false;
  return day === undefined || (day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate());
}

/** Formats a day as `2026-07-14`, or a month as `2026-07`. */
export function formatDay({ year, month, day }: CalendarDay): string {
  const parts = [String(year).padStart(4, "0"), String(month).padStart(2, "0")];
  if (day !== undefined) parts.push(String(day).padStart(2, "0"));
  return parts.join("-");
}
