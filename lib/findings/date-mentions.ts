import { type CalendarDay, isRealDay } from "./calendar-day.ts";
import { DATE_FORMS, type NamedDate } from "./date-forms.ts";

/** An absolute date in a text ("12 September 2026", "3 декабря", "Q1 2027"); never a relative one ("tomorrow"). */
export interface DateMention extends NamedDate {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Returns the dates in `text` by position, without overlaps. Dates without a year are near `reference`. */
export function dateMentions(text: string, reference: CalendarDay): DateMention[] {
  const readable = readableDigits(text);
  const found = DATE_FORMS.flatMap(({ pattern, read }) =>
    [...readable.matchAll(pattern)].flatMap(({ 0: match, index: start, groups = {} }) => {
      const date = read(groups, reference);
      const end = start + match.length;
      return date !== undefined && isRealDay(date.day) ? [{ ...date, start, end, text: text.slice(start, end) }] : [];
    }),
  );
  const mentions: DateMention[] = [];
  for (const mention of found.sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (mention.start >= (mentions.at(-1)?.end ?? 0)) mentions.push(mention);
  }
  return mentions;
}

const KANJI = "〇一二三四五六七八九";

/**
 * Replaces full-width characters (NFKC) and Chinese digits with ASCII. Replaces single UTF-16 units by single units only,
 * so that offsets do not change.
 */
function readableDigits(text: string): string {
  return text.replace(/[^\0-\xff]/g, (unit) => {
    const digit = KANJI.indexOf(unit);
    const ascii = digit === -1 ? unit.normalize("NFKC") : String(digit);
    return ascii.length === 1 ? ascii : unit;
  });
}
