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
  const check = (text: string, path: Path, severity: keyof typeof ADVICE): void => {
    const found = laterUrl(text, asOf);
    if (found === undefined) return;
    const { url, start, day } = found;
    const message = `The link ${quote(url)} contains the date ${formatDay(day)}, which is after the information cutoff (${formatDay(asOf)}). ${ADVICE[severity]}`;
    const passage = evidence(text, start, start + url.length);
    findings.push({ id: "url-date-after-as-of", severity, path: pointer(path), message, evidence: passage });
  };
  for (const [index, item] of input.context.entries()) {
    const field = item.type === "text" ? "text" : "data";
    const value = item.type === "text" ? item.text : item.data;
    visitStrings(value, ["input", "context", index, field], (text, path) => check(text, path, "high"));
  }
  check(task.instructions, ["task", "instructions"], "low");
  check(task.resolution.criteria, ["task", "resolution", "criteria"], "low");
  return findings;
};

const ADVICE = {
  high: "The linked page was probably published after the cutoff. Remove all information that comes from it.",
  low: "This is acceptable for the page of a scheduled event. If the page reports the outcome, the question was written too late.",
};

function laterUrl(text: string, asOf: CalendarDay) {
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

function visitStrings(value: Json, path: Path, visit: (text: string, path: Path) => void): void {
  if (typeof value === "string") {
    if (value.length >= 12) visit(value, path);
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) visitStrings(item, [...path, index], visit);
  } else if (isJsonObject(value)) {
    for (const [name, item] of Object.entries(value)) visitStrings(item, [...path, name], visit);
  }
}
