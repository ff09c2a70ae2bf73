import { monthNumber, SHORT_MONTHS } from "#lib/months.ts";
import { type CalendarDay, isLaterDay } from "./calendar-day.ts";

const MONTH = `(?:${SHORT_MONTHS.join("|")})[a-z]{0,6}`;
/** Matches possible absolute dates. Text without digits never matches, so the slow date library parses little text. */
const CANDIDATE = new RegExp(
  [
    String.raw`\b${MONTH}\b[.,]?[\s-]{1,3}(?:the\s)?\d{1,4}(?:st|nd|rd|th)?`,
    String.raw`\b\d{1,4}(?:st|nd|rd|th)?[\s-]{1,3}(?:of\s)?${MONTH}\b`,
    String.raw`\b\d{4}[-/.]\d{1,2}[-/.]\d{1,2}`,
    String.raw`\b\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}\b`,
  ].join("|"),
  "gi",
);

/** A span of a text in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Returns the first `most` spans that may be dates, except dates that are clearly earlier than `reference`. */
export function dateCandidates(text: string, reference: CalendarDay | undefined, most: number): Span[] {
  const found: Span[] = [];
  for (const match of text.matchAll(CANDIDATE)) {
    const end = match.index + match[0].length;
    if (reference !== undefined && isPlainlyEarlier(text.slice(match.index, end + 8), match[0], reference)) continue;
    found.push({ start: match.index, end });
    if (found.length === most) break;
  }
  return found;
}

/**
 * Cheap check that a candidate is not later than `reference`: an ISO date, a month with its year, or a past year.
 * `passage` is the candidate with the next few characters, which may contain the year.
 */
function isPlainlyEarlier(passage: string, candidate: string, reference: CalendarDay): boolean {
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(candidate);
  if (iso !== null) {
    return !isLaterDay({ year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) }, reference);
  }
  const year = /(?<!\d)(?:19|20)\d\d(?!\d)/.exec(passage)?.[0];
  if (year === undefined || Number(year) > reference.year) return false;
  if (Number(year) < reference.year) return true;
  const name = /[a-z]{3,9}/i.exec(candidate.replace(/^\d+(?:st|nd|rd|th)?\W+(?:of\s)?/i, ""))?.[0] ?? "";
  const month = name === "" ? 0 : monthNumber(name.slice(0, 3));
  return month > 0 && month < reference.month;
}
