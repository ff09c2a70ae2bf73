import { dayOf, formatDay, isLaterDay, type CalendarDay } from "./calendar-day.ts";
import { type DateMention, dateMentions } from "./date-mentions.ts";
import { evidence } from "./evidence.ts";
import type { Detector, Finding, Severity } from "./finding.ts";
import { quote } from "./quote.ts";
import { taskTexts } from "./task-texts.ts";
import { type TextObservation, textObservations } from "./text-observations.ts";
import { withoutUrls } from "./url-pattern.ts";

/** Characters that chrono may parse in all observations together, and in the task. */
const BUDGET = 8_000;
const TASK_BUDGET = 3_000;

/** Words that speak of what is to come: a plan may name a later date, a report may not. */
const PLAN =
  /\b(?:will|would|shall|should|could|might|plan(?:s|ned|ning)?|schedul\w+|expect\w*|due|deadline|upcoming|forthcoming|next|forecasts?|projects|projected|projections?|target\w*|propos\w+|anticipat\w+|set (?:to|for)|slated|intend\w*|aims?|expir\w+|ends?|starts?|begins?|matur\w+|if|unless|resolves?|(?:is|are) to|no later than|ahead of)\b/i;
const PLAN_BEFORE = /\b(?:by|before|until|till|through|to|for|from|after|end of)\s+(?:the\s+|mid-?\s*|early\s+|late\s+)?$/i;
/** Words that date the text itself: whatever else it says, it was written on that day or later. */
const STAMP_BEFORE = /\b(?:published|updated|posted|retrieved|accessed|written|last modified|archived|as of)\b[^.!?\n]{0,20}$/i;

/**
 * Dates in observation texts that lie after the cutoff: one finding a text, for the date that is hardest to explain.
 * Silent for what the task itself names (its dates, `resolves_at`), for relative words ("tomorrow", "next week"), for a
 * bare year, and for the day of `as_of`, counted in its own offset.
 */
export const findDatesAfterAsOf: Detector = (request) => {
  const asOf = dayOf(request.input.as_of);
  if (asOf === undefined) return [];
  const observations = textObservations(request);
  if (observations.length === 0) return [];
  const known = daysOfTask(request);
  const findings: Finding[] = [];
  let left = BUDGET;
  for (const observation of observations) {
    const { mentions, parsed, cut } = dateMentions(withoutUrls(observation.text), request.input.as_of, left);
    left -= parsed;
    const later = mentions.filter((mention) => isLater(mention, asOf, observation) && !known.some((day) => agrees(day, mention.day)));
    const finding = toFinding(observation, later, asOf);
    if (finding !== undefined) findings.push(finding);
    if (!cut) continue;
    findings.push({
      id: "dates-not-checked",
      severity: "low",
      path: observation.path,
      message:
        "The texts hold more dates than the automatic check reads: it stopped in this one. Look through the rest for dates after as_of by eye.",
    });
    break;
  }
  return findings;
};

function daysOfTask({ task, input }: Parameters<Detector>[0]): CalendarDay[] {
  const { mentions } = dateMentions(withoutUrls(taskTexts(task).join("\n")), input.as_of, TASK_BUDGET);
  const resolvesAt = dayOf(task.resolution.resolves_at);
  return [...mentions.map(({ day }) => day), ...(resolvesAt === undefined ? [] : [resolvesAt])];
}

/** The same day, or one names the month of the other. */
function agrees(a: CalendarDay, b: CalendarDay): boolean {
  if (a.year !== b.year || a.month !== b.month) return false;
  return a.day === undefined || b.day === undefined || a.day === b.day;
}

/** A date without a year counts as later only where it is nearer to `observed_at`, too, in a year that makes it later. */
function isLater({ day, yearGiven }: DateMention, asOf: CalendarDay, { observedAt }: TextObservation): boolean {
  if (!isLaterDay(day, asOf)) return false;
  return yearGiven || isLaterDay({ ...day, year: nearestYear(day, observedAt) }, asOf);
}

function nearestYear({ month, day = 1 }: CalendarDay, dateTime: string): number {
  const reference = dayOf(dateTime);
  if (reference === undefined) return Infinity;
  const at = Date.UTC(reference.year, reference.month - 1, reference.day);
  const distance = (year: number) => Math.abs(Date.UTC(year, month - 1, day) - at);
  return [reference.year, reference.year - 1, reference.year + 1].reduce((a, b) => (distance(b) < distance(a) ? b : a));
}

const RANK: Record<Severity, number> = { high: 0, medium: 1, low: 2 };

function toFinding(observation: TextObservation, later: readonly DateMention[], asOf: CalendarDay): Finding | undefined {
  const judged = later.map((mention) => ({ mention, severity: judge(observation.text, mention) }));
  const [worst] = judged.toSorted((a, b) => RANK[a.severity] - RANK[b.severity]);
  if (worst === undefined) return undefined;
  const { mention, severity } = worst;
  const more = later.length === 1 ? "" : ` (and ${later.length - 1} more)`;
  const read = mention.yearGiven ? "" : `, read as ${formatDay(mention.day)}`;
  const advice =
    severity === "low"
      ? "It reads like a plan or a guess at the year: check that the text was written before the cutoff."
      : "If the text was written after the cutoff, remove it; if it only announces that date, say so to the reviewer.";
  return {
    id: "date-after-as-of",
    severity,
    path: observation.path,
    message: `The text names ${quote(mention.text)}${read}${more}, which is after as_of (${formatDay(asOf)}). ${advice}`,
    evidence: evidence(observation.text, mention.start, mention.end),
  };
}

function judge(text: string, { start, end, day, yearGiven }: DateMention): Severity {
  const before = text.slice(Math.max(0, start - 100), start);
  if (STAMP_BEFORE.test(before)) return "high";
  const sentence = lastSentence(before) + text.slice(start, end) + firstSentence(text.slice(end, end + 60));
  if (!yearGiven || PLAN.test(sentence) || PLAN_BEFORE.test(before)) return "low";
  return day.day === undefined ? "medium" : "high";
}

function lastSentence(text: string): string {
  return text.split(/[.!?]\s|\n/).at(-1) ?? "";
}

function firstSentence(text: string): string {
  return text.split(/[.!?]\s|\n/, 1)[0] ?? "";
}
