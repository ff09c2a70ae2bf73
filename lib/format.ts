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

/** Formats an instant (ISO 8601) in UTC to the second: "2026-11-20 14:33:11". Invalid values are returned unchanged. */
export function formatInstant(instant: string): string {
  const date = new Date(instant.replace(LEAP_SECOND, ":59"));
  if (Number.isNaN(date.getTime())) return instant;
  const shown = date.toISOString().slice(0, 19).replace("T", " ");
  return LEAP_SECOND.test(instant) ? `${shown.slice(0, -2)}60` : shown;
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

/** Replaces U+0000, which HTML cannot contain, with a visible symbol. */
export function visible(text: string): string {
  return text.replaceAll("\u0000", "␀");
}

export function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

const MINUTE = 60_000;

/** Formats an age in its largest unit: "now", "12 min", "5 h", "3 d". */
export function formatAge(ms: number): string {
  if (ms < MINUTE) return "now";
  if (ms < 60 * MINUTE) return `${Math.floor(ms / MINUTE)} min`;
  if (ms < 48 * 60 * MINUTE) return `${Math.floor(ms / (60 * MINUTE))} h`;
  return `${Math.floor(ms / (24 * 60 * MINUTE))} d`;
}
