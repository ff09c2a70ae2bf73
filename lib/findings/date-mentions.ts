import { casual, type ParsedResult } from "chrono-node/en";
import { timeOf } from "#lib/contract/date-time.ts";
import { type CalendarDay, dayOf } from "./calendar-day.ts";
import { dateCandidates, type Span } from "./date-candidates.ts";

/** An absolute date in a text ("12 September 2026", "Sept 12", "2026-07"); never a relative one ("tomorrow"). */
export interface DateMention {
  /** The index of the text that contains the date. */
  readonly index: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The date; for a range of dates, its end. */
  readonly day: CalendarDay;
  /** Whether the text states the year. Otherwise, `day` has the year that puts it closest to the reference date. */
  readonly yearGiven: boolean;
}

/** Characters on either side of a candidate: they may contain the year, the time or the other end of a range. */
const MARGIN = 20;

/** Separates two passages, because chrono merges dates that only spaces, dashes or "to" separate. */
const SEPARATOR = "\n¦¦¦\n";

interface Passage {
  readonly index: number;
  readonly start: number;
  readonly end: number;
  /** The passage's offset in the text that chrono parses. */
  readonly at: number;
}

/**
 * Returns the absolute dates in several texts, except dates that are clearly earlier than `asOf`. This date-time is
 * also the reference for dates without a year. `most` limits the number of candidates and thus the time: about 0.1 ms
 * each, with one chrono call for all texts. `cutAt` is the index of the first text that was not searched completely
 * because of too many candidates.
 */
export function dateMentions(texts: readonly string[], asOf: string, most: number) {
  const { passages, joined, cutAt } = collect(texts, asOf, most);
  if (passages.length === 0) return { mentions: [], cutAt };
  const mentions: DateMention[] = [];
  let span = 0;
  for (const result of casual.parse(joined, { instant: new Date(timeOf(asOf)), timezone: 0 })) {
    while ((passages[span + 1]?.at ?? Infinity) <= result.index) span++;
    const passage = passages[span];
    const mention = passage && toMention(result, passage);
    if (mention !== undefined) mentions.push(mention);
  }
  return { mentions, cutAt };
}

/** Returns the passages, and the text that chrono parses: all passages, each followed by a separator. */
function collect(texts: readonly string[], asOf: string, most: number) {
  const reference = dayOf(asOf);
  const passages: Passage[] = [];
  let joined = "";
  let left = most;
  for (const [index, text] of texts.entries()) {
    const spans = dateCandidates(text, reference, left + 1);
    for (const { start, end } of windows(text, spans.slice(0, left))) {
      passages.push({ index, start, end, at: joined.length });
      joined += text.slice(start, end) + SEPARATOR;
    }
    if (spans.length > left) return { passages, joined, cutAt: index };
    left -= spans.length;
  }
  return { passages, joined, cutAt: undefined };
}

/** Returns the candidates with a margin; overlapping windows are merged. */
function windows(text: string, spans: readonly Span[]): Span[] {
  const found: Span[] = [];
  for (const span of spans) {
    const start = wordStart(text, Math.max(0, span.start - MARGIN));
    const end = wordEnd(text, Math.min(text.length, span.end + MARGIN));
    const last = found.at(-1);
    if (last !== undefined && start <= last.end)
      found[found.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    else found.push({ start, end });
  }
  return found;
}

/** Returns the next word start within 12 characters, so that no window begins inside a word. */
function wordStart(text: string, from: number): number {
  if (from === 0) return 0;
  const space = text.slice(from, from + 12).search(/\s/);
  return space === -1 ? from : from + space + 1;
}

function wordEnd(text: string, from: number): number {
  const space = text.slice(from, from + 12).search(/\s/);
  return space === -1 ? Math.min(text.length, from + 12) : from + space;
}

function toMention(result: ParsedResult, passage: Passage): DateMention | undefined {
  const isRelative = [...result.tags()].some(
    (tag) => tag === "result/relativeDate" || tag.startsWith("casualReference/"),
  );
  const { start: first, end: last } = result;
  if (isRelative || !first.isCertain("month")) return undefined;
  const dayGiven = first.isCertain("day");
  // Either end of a range may state the year: "1 May – 30 September 2026".
  const yearGiven = first.isCertain("year") || last?.isCertain("year") === true;
  if (!dayGiven && !yearGiven) return undefined;
  // Without a year, "may" and "march" count as months only if capitalised, because of texts such as "march 3 miles".
  if (!yearGiven && /^(?:may|march)\b|\b(?:may|march)$/.test(result.text)) return undefined;
  const { year, month, day } = valuesOf(last?.isCertain("month") === true ? last : first);
  if (year === null || month === null) return undefined;
  // chrono includes some leading words in the date.
  const lead = /^(?:on|at)\s+/i.exec(result.text)?.[0].length ?? 0;
  const start = passage.start + result.index - passage.at + lead;
  const text = result.text.slice(lead).trimEnd();
  const named: CalendarDay = dayGiven && day !== null ? { year, month, day } : { year, month };
  return {
    index: passage.index,
    start,
    end: start + text.length,
    text,
    day: earlierDate(result.text, named),
    yearGiven,
  };
}

function valuesOf(components: ParsedResult["start"]) {
  return { year: components.get("year"), month: components.get("month"), day: components.get("day") };
}

/** `03/04/2026` may be in March or April. Returns the earlier date, to avoid false findings. */
function earlierDate(text: string, day: CalendarDay): CalendarDay {
  const parts = /^\D{0,12}(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}/.exec(text);
  if (parts === null) return day;
  const [first, second] = [Number(parts[1]), Number(parts[2])];
  if (first > 12 || second > 12) return day;
  return { year: day.year, month: Math.min(first, second), day: Math.max(first, second) };
}
