import { SHORT_MONTHS } from "./months.ts";
import { isolate, writeMarks } from "./text/text-runs.ts";

/** Display formats. For probabilities see lib/stats/format-percent.ts. */

const counts = new Intl.NumberFormat("en-US");

/** Formats a whole number with separators: "12,345". */
export function formatCount(count: number): string {
  return counts.format(count);
}

/** Formats a sum of weights such as 1/3 with at most one decimal: "12", "12.3". */
export function formatWeight(weight: number): string {
  return formatCount(Math.round(weight * 10) / 10);
}

/** Matches a leap second, which `Date` cannot parse. */
const LEAP_SECOND = /:60(?=[.Z+-])/i;

/** Formats the UTC day of an instant (ISO 8601): "24 Nov 2026". Invalid values are returned unchanged. */
export function formatDay(instant: string): string {
  const date = parseInstant(instant);
  return date === undefined ? instant : `${dayOf(date)} ${date.getUTCFullYear()}`;
}

/** Formats an instant in UTC: "24 Nov 2026, 14:33:11", or "24 Nov 2026, 14:33" if its seconds are 0. */
export function formatInstant(instant: string): string {
  const date = parseInstant(instant);
  if (date === undefined) return instant;
  // From the end, because years after 9999 have more digits.
  const clock = date.toISOString().slice(-13, -5);
  const seconds = LEAP_SECOND.test(instant) ? ":60" : clock.slice(5);
  return `${formatDay(instant)}, ${clock.slice(0, 5)}${seconds === ":00" ? "" : seconds}`;
}

/**
 * Formats an instant relative to `now`, in milliseconds: "now", "12 min ago", "in 5 h", "3 d ago". More than six days
 * away, it is a day: "24 Nov", or "24 Nov 2025" in another year.
 */
export function formatWhen(instant: string, now: number): string {
  const date = parseInstant(instant);
  if (date === undefined) return instant;
  const distance = date.getTime() - now;
  if (Math.abs(distance) >= 7 * DAY) {
    return date.getUTCFullYear() === new Date(now).getUTCFullYear() ? dayOf(date) : formatDay(instant);
  }
  if (Math.abs(distance) < MINUTE) return "now";
  const age = formatAge(Math.abs(distance));
  return distance > 0 ? `in ${age}` : `${age} ago`;
}

/** Returns undefined for an invalid value. A leap second is the second before it. */
export function parseInstant(instant: string): Date | undefined {
  const date = new Date(instant.replace(LEAP_SECOND, ":59"));
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function dayOf(date: Date): string {
  return `${date.getUTCDate()} ${SHORT_MONTHS[date.getUTCMonth()]}`;
}

/** Formats milliseconds with two or three significant digits: "0.042 ms", "13 ms", "1.28 s". Only 0 is "0 ms". */
export function formatDuration(ms: number): string {
  if (ms === 0) return "0 ms";
  if (ms < 0.001) return "<0.001 ms";
  if (ms < 10) return `${Number(ms.toPrecision(2))} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
}

export function formatScore(score: number): string {
  return score.toFixed(3).replace("-", "−");
}

/** Formats a difference of scores with its sign: "+0.120", "−0.045", "0.000". */
export function formatDifference(difference: number): string {
  const digits = formatScore(Math.abs(difference));
  if (Number(digits) === 0) return digits;
  return `${difference > 0 ? "+" : "−"}${digits}`;
}

/** Shortens a digest for lists: "sha256:1a2b3c4d…". Show the full digest in the title attribute. */
export function shortDigest(digest: string): string {
  const colon = digest.indexOf(":") + 1;
  return digest.length - colon <= 12 ? digest : `${digest.slice(0, colon + 10)}…`;
}

/** Turns a code or kind into words: "changes_requested" becomes "changes requested". */
export function plainWords(name: string): string {
  return name.replaceAll(/[_.]/g, " ");
}

/** Returns a count with its noun: "1 option", "2 options". */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}

/**
 * Returns a text that its reader did not write, for a sentence, an attribute or a title: with marks such as "⟨RLO⟩" for
 * hidden characters, and isolated if it has right-to-left letters. Never apply it twice: it would mark the isolation.
 */
export function visible(text: string): string {
  return isolate(writeMarks(text));
}

export function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Formats an age in its largest unit: "<1 min", "12 min", "5 h", "3 d". */
export function formatAge(ms: number): string {
  if (ms < MINUTE) return "<1 min";
  if (ms < 60 * MINUTE) return `${Math.floor(ms / MINUTE)} min`;
  if (ms < 48 * 60 * MINUTE) return `${Math.floor(ms / (60 * MINUTE))} h`;
  return `${Math.floor(ms / DAY)} d`;
}

/** Formats an amount of money: "0.00123 USD", "12.30 USD". Below 1, three significant digits. */
export function formatMoney(amount: number, currency: string): string {
  const digits = amount >= 1 ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { maximumSignificantDigits: 3 };
  return `${new Intl.NumberFormat("en-US", digits).format(amount)} ${currency}`;
}
