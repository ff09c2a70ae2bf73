import { casual, type ParsedResult } from "chrono-node/en";
import type { CalendarDay } from "./calendar-day.ts";

/** A date that a text names: absolute ("12 September 2026", "Sept 12", "2026-07"), never relative ("tomorrow"). */
export interface DateMention {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The later end, where the text names a range. */
  readonly day: CalendarDay;
  /** Does the text say the year? Otherwise it is the one that puts the date nearest to the reference. */
  readonly yearGiven: boolean;
}

export interface DateMentions {
  readonly mentions: readonly DateMention[];
  /** How many characters were parsed: the cost, for whoever keeps a budget. */
  readonly parsed: number;
  /** Did the budget end before the text did? */
  readonly cut: boolean;
}

const MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}";
/** Where an absolute date may stand. Prose without digits never matches, so that chrono sees only the rest. */
const CANDIDATE = new RegExp(
  [
    String.raw`\b${MONTH}\b[.,]?[\s-]{1,3}(?:the\s)?\d{1,4}`,
    String.raw`\b\d{1,4}(?:st|nd|rd|th)?[\s-]{1,3}(?:of\s)?${MONTH}\b`,
    String.raw`\b\d{4}[-/.]\d{1,2}[-/.]\d{1,2}`,
    String.raw`\b\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}\b`,
  ].join("|"),
  "gi",
);
/** Characters on either side of a candidate, for the year, the time of day or the other end of a range. */
const MARGIN = 24;

/**
 * The absolute dates of a text. `reference` is a date-time; `budget` how many characters chrono may parse, which is
 * what bounds the time (about 1.5 ms a thousand characters at worst).
 */
export function dateMentions(text: string, reference: string, budget: number): DateMentions {
  const mentions: DateMention[] = [];
  let parsed = 0;
  for (const { start, end } of windows(text)) {
    if (parsed + end - start > budget) return { mentions, parsed, cut: true };
    parsed += end - start;
    const results = casual.parse(text.slice(start, end), { instant: new Date(reference), timezone: 0 });
    for (const result of results) {
      const mention = toMention(result, start);
      if (mention !== undefined) mentions.push(mention);
    }
  }
  return { mentions, parsed, cut: false };
}

function windows(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (const match of text.matchAll(CANDIDATE)) {
    const start = wordStart(text, Math.max(0, match.index - MARGIN));
    const end = wordEnd(text, Math.min(text.length, match.index + match[0].length + MARGIN));
    const last = found.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else found.push({ start, end });
  }
  return found;
}

/** The next place after a space, so that no window starts inside a word: at most 12 characters on. */
function wordStart(text: string, from: number): number {
  if (from === 0) return 0;
  const space = text.slice(from, from + 12).search(/\s/);
  return space === -1 ? from : from + space + 1;
}

function wordEnd(text: string, from: number): number {
  const space = text.slice(from, from + 12).search(/\s/);
  return space === -1 ? Math.min(text.length, from + 12) : from + space;
}

function toMention(result: ParsedResult, offset: number): DateMention | undefined {
  const isRelative = [...result.tags()].some((tag) => tag === "result/relativeDate" || tag.startsWith("casualReference/"));
  const { start: first, end: last } = result;
  if (isRelative || !first.isCertain("month")) return undefined;
  const dayGiven = first.isCertain("day");
  // The year of a range may stand at either end: "1 May – 30 September 2026".
  const yearGiven = first.isCertain("year") || last?.isCertain("year") === true;
  if (!dayGiven && !yearGiven) return undefined;
  // "may 5 people", "march 3 miles": without a year, these two are months only with a capital letter.
  if (!yearGiven && /^(?:may|march)\b|\b(?:may|march)$/.test(result.text)) return undefined;
  const { year, month, day } = valuesOf(last?.isCertain("month") === true ? last : first);
  if (year === null || month === null) return undefined;
  const start = offset + result.index;
  const named: CalendarDay = dayGiven && day !== null ? { year, month, day } : { year, month };
  return {
    start,
    end: start + result.text.trimEnd().length,
    text: result.text.trimEnd(),
    day: earlierReading(result.text, named),
    yearGiven,
  };
}

function valuesOf(components: ParsedResult["start"]) {
  return { year: components.get("year"), month: components.get("month"), day: components.get("day") };
}

/** `03/04/2026` is a day in March or in April: the earlier reading counts, so that a doubt accuses nobody. */
function earlierReading(text: string, day: CalendarDay): CalendarDay {
  const parts = /^\D{0,12}(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}/.exec(text);
  if (parts === null) return day;
  const [first, second] = [Number(parts[1]), Number(parts[2])];
  if (first > 12 || second > 12) return day;
  return { year: day.year, month: Math.min(first, second), day: Math.max(first, second) };
}
