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
