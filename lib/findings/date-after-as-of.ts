import { type CalendarDay, dayOf, formatDay, isLaterDay } from "./calendar-day.ts";
import { type DateMention, dateMentions } from "./date-mentions.ts";
import { evidence } from "./evidence.ts";
import { type Detector, type Finding, SEVERITIES, type Severity } from "./finding.ts";
import { quote } from "./quote.ts";
import { type TextObservation, textObservations } from "./text-observations.ts";
import { withoutUrls } from "./url-pattern.ts";

/** The maximum number of dates that are checked in all observations together, and in the task. */
const MAX_DATES = 60;
const MAX_IN_TASK = 20;

/** Words about the future. A plan may mention a date after the cutoff; a report may not. */
const PLAN =
  /\b(?:will|would|shall|should|could|might|plan(?:s|ned|ning)?|schedul\w+|expect\w*|due|deadline|upcoming|forthcoming|next|forecasts?|projects|projected|projections?|target\w*|propos\w+|anticipat\w+|set (?:to|for)|slated|intend\w*|aims?|expir\w+|ends?|starts?|begins?|matur\w+|if|unless|resolves?|(?:is|are) to|no later than|ahead of)\b/i;
/** Words about the past. If the first such word after the date comes before any PLAN word, the text is a report. */
const REPORT =
  /\b(?:was|were|had|said|told|announced|reported|confirmed|declared|voted|won|lost|beat|approved|rejected|passed|signed|carried|opened|closed|ended|began|became|took|died|resigned|published|released|ruled)\b/i;
const SENTENCE_END = /[.!?]\s|\n/;
const PLAN_BEFORE =
  /\b(?:by|before|until|till|through|to|for|from|after|end of)\s+(?:the\s+|mid-?\s*|early\s+|late\s+)?$/i;
/** Words before the date on which the text itself was written or updated. */
const STAMP_BEFORE =
  /\b(?:published|updated|posted|retrieved|accessed|written|last modified|archived|as of)\b[^.!?\n]{0,20}$/i;

/**
 * Reports dates in observation texts that are later than as_of: one finding per text, for the most suspicious date.
 * Ignores dates that the task mentions (including `resolves_at`), relative dates ("tomorrow", "next week"), years
 * without a month, and the day of `as_of` in its own offset.
 */
export const findDatesAfterAsOf: Detector = (request) => {
  const asOf = dayOf(request.input.as_of);
  if (asOf === undefined) return [];
  const observations = textObservations(request);
  if (observations.length === 0) return [];
  const known = daysOfTask(request);
  const texts = observations.map(({ text }) => withoutUrls(text));
  const { mentions, cutAt } = dateMentions(texts, request.input.as_of, MAX_DATES);
  const findings = observations.flatMap((observation, index) => {
    const later = mentions.filter(
      (mention) => mention.index === index && isLater(mention, asOf, observation) && !isNamed(mention.day, known),
    );
    const finding = toFinding(observation, later, asOf);
    return finding === undefined ? [] : [finding];
  });
  const cut = cutAt === undefined ? undefined : observations[cutAt];
  return cut === undefined ? findings : [...findings, notChecked(cut)];
};

function notChecked({ path }: TextObservation): Finding {
  const message =
    "The texts have more dates than the automatic check can read, and it stopped in this text. Check the remaining text for dates after as_of yourself.";
  return { id: "dates-not-checked", severity: "low", path, message };
}

function daysOfTask({ task, input }: Parameters<Detector>[0]): CalendarDay[] {
  const descriptions = Object.values(task.criteria).filter((description) => description !== null);
  const texts = [task.instructions, task.resolution.criteria, ...descriptions].map(withoutUrls);
  const { mentions } = dateMentions(texts, input.as_of, MAX_IN_TASK);
  const resolvesAt = dayOf(task.resolution.resolves_at);
  return [...mentions.map(({ day }) => day), ...(resolvesAt === undefined ? [] : [resolvesAt])];
}

/**
 * Whether the task mentions `day`. A month counts as mentioned if the task mentions a day in it. A day does not count
 * as mentioned if the task mentions only its month.
 */
function isNamed(day: CalendarDay, known: readonly CalendarDay[]): boolean {
  return known.some(
    (named) => named.year === day.year && named.month === day.month && (day.day === undefined || named.day === day.day),
  );
}

/** A date without a year counts as later only if the occurrence nearest to `observed_at` is later too. */
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

function toFinding(
  observation: TextObservation,
  later: readonly DateMention[],
  asOf: CalendarDay,
): Finding | undefined {
  const judged = later.map((mention) => ({ mention, severity: judge(observation.text, mention) }));
  const [worst] = judged.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
  if (worst === undefined) return undefined;
  const { mention, severity } = worst;
  const more = later.length === 1 ? "" : ` (and ${later.length - 1} more)`;
  const read = mention.yearGiven ? "" : `, read as ${formatDay(mention.day)}`;
  const advice =
    severity === "low"
      ? "The text may describe a plan, or the year may be guessed wrongly. Check that the text was written before the cutoff."
      : "If the text was written after the cutoff, remove it. If it only announces that date, tell the reviewer in the note.";
  return {
    id: "date-after-as-of",
    severity,
    path: observation.path,
    message: `The text mentions the date ${quote(mention.text)}${read}${more}, which is after the information cutoff (${formatDay(asOf)}). ${advice}`,
    evidence: evidence(observation.text, mention.start, mention.end),
  };
}

function judge(text: string, { start, end, day, yearGiven }: DateMention): Severity {
  const before = text.slice(Math.max(0, start - 100), start);
  if (STAMP_BEFORE.test(before)) return "high";
  const lead = before.split(SENTENCE_END).at(-1) ?? "";
  const [follow = ""] = text.slice(end, end + 80).split(SENTENCE_END, 1);
  if (PLAN.test(lead) || PLAN_BEFORE.test(before)) return "low";
  const [report, plan] = [follow.search(REPORT), follow.search(PLAN)];
  const isReport = report !== -1 && (plan === -1 || report < plan);
  if (!isReport && (plan !== -1 || !yearGiven)) return "low";
  return yearGiven && day.day !== undefined ? "high" : "medium";
}
