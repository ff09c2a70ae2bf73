import { type Path, pointer } from "#lib/contract/issue.ts";
import { isJsonObject, type Json } from "#lib/contract/json.ts";
import { monthNumber, SHORT_MONTHS } from "#lib/months.ts";
import { type CalendarDay, dayOf, formatDay, isLaterDay, isRealDay } from "./calendar-day.ts";
import { evidence } from "./evidence.ts";
import type { Detector, Finding } from "./finding.ts";
import { quote } from "./quote.ts";
import { URL_PATTERN } from "./url-pattern.ts";

const YMD = /(?<!\d)((?:19|20)\d\d)([/_.-]?)(\d{2})\2(\d{2})(?!\d)/g;
const LOOSE = /(?<!\d)((?:19|20)\d\d)\/(\d{1,2})\/(\d{1,2})(?!\d)/g;
const NAMED = new RegExp(
  String.raw`(?<!\d)((?:19|20)\d\d)[/_-](${SHORT_MONTHS.join("|")})[a-z]{0,6}[/_-](\d{1,2})(?!\d)`,
  "gi",
);
const YM = /\/((?:19|20)\d\d)[/-](\d{2})(?=\/|$|\?|#)/g;

/**
 * Reports links whose URL contains a date after as_of, in observation texts, in strings of structured data, and in the
 * task. In the task the severity is `low`, because the page may announce a scheduled event. One finding per string.
 */
export const findUrlDatesAfterAsOf: Detector = (request) => {
  const asOf = dayOf(request.input.as_of);
  if (asOf === undefined) return [];
  const { task, input } = request;
  const findings: Finding[] = [];
  for (const [index, item] of input.context.entries()) {
    const field = item.type === "text" ? "text" : "data";
    visitStrings(item.type === "text" ? item.text : item.data, ["input", "context", index, field], (text, path) => {
      const found = laterUrl(text, asOf);
      if (found !== undefined) findings.push(inObservation(text, path, found, asOf));
    });
  }
  for (const [text, path] of [
    [task.instructions, ["task", "instructions"]],
    [task.resolution.criteria, ["task", "resolution", "criteria"]],
  ] satisfies [string, Path][]) {
    const found = laterUrl(text, asOf);
    if (found !== undefined) findings.push(inTask(text, path, found, asOf));
  }
  return findings;
};

interface Found {
  readonly url: string;
  readonly start: number;
  readonly day: CalendarDay;
}

function laterUrl(text: string, asOf: CalendarDay): Found | undefined {
  for (const match of text.matchAll(URL_PATTERN)) {
    const day = daysIn(match[0]).find((candidate) => isLaterDay(candidate, asOf));
    if (day !== undefined) return { url: match[0], start: match.index, day };
  }
  return undefined;
}

function daysIn(url: string): CalendarDay[] {
  const days: CalendarDay[] = [];
  for (const [, year, , month, day] of url.matchAll(YMD)) days.push(toDay(year, month, day));
  for (const [, year, month, day] of url.matchAll(LOOSE)) days.push(toDay(year, month, day));
  for (const [, year, month, day] of url.matchAll(NAMED)) {
    days.push(toDay(year, monthNumber(month ?? ""), day));
  }
  for (const [, year, month] of url.matchAll(YM)) days.push({ year: Number(year), month: Number(month) });
  return days.filter(isRealDay);
}

function toDay(year: string | undefined, month: string | number | undefined, day: string | undefined): CalendarDay {
  return { year: Number(year), month: Number(month), day: Number(day) };
}

function inObservation(text: string, path: Path, { url, start, day }: Found, asOf: CalendarDay): Finding {
  return {
    id: "url-date-after-as-of",
    severity: "high",
    path: pointer(path),
    message: `The link ${quote(url)} contains the date ${formatDay(day)}, which is after the information cutoff (${formatDay(asOf)}). The linked page was probably published after the cutoff. Remove all information that comes from it.`,
    evidence: evidence(text, start, start + url.length),
  };
}

function inTask(text: string, path: Path, { url, start, day }: Found, asOf: CalendarDay): Finding {
  return {
    id: "url-date-after-as-of",
    severity: "low",
    path: pointer(path),
    message: `The link ${quote(url)} contains the date ${formatDay(day)}, which is after the information cutoff (${formatDay(asOf)}). This is acceptable for the page of a scheduled event. If the page reports the outcome, the question was written too late.`,
    evidence: evidence(text, start, start + url.length),
  };
}

function visitStrings(value: Json, path: Path, visit: (text: string, path: Path) => void): void {
  if (typeof value === "string") {
    if (value.length >= 12) visit(value, path);
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) visitStrings(item, [...path, index], visit);
  } else if (isJsonObject(value)) {
    for (const [name, item] of Object.entries(value)) visitStrings(item, [...path, name], visit);
  }
}
