import { type CalendarDay, dayOf, formatDay, isLaterDay } from "./calendar-day.ts";
import type { NamedDate } from "./date-forms.ts";
import { type DateMention, dateMentions } from "./date-mentions.ts";
import { evidence } from "./evidence.ts";
import { type Detector, type Finding, SEVERITIES, type Severity } from "./finding.ts";
import { quote } from "./quote.ts";
import { type TextObservation, textObservations } from "./text-observations.ts";
import { withoutUrls } from "./url-pattern.ts";

/** The maximum number of later dates in a text whose severity is judged: 0.01 ms each. */
const MAX_JUDGED = 500;
const SENTENCE_END = /[.!?]\s|[。！？\n]/;
/** Prepositions of deadlines just before the date, with an article. */
const DEADLINE_BEFORE =
  /(?<!\p{L})(?:by|before|until|till|through|to|for|from|after|end of|bis|ab|vor|für|avant|jusqu['’]|d['’]ici|hasta|antes|para|до|к|на)\s*(?:the\s|mid-?\s?|early\s|late\s|zum\s|dem\s|den\s|aux?\s|le\s|del?\s|el\s)*$/iu;
/** Punctuation after the date of a message, possibly with its time and agency. */
const DATELINE_AFTER = /^(?:[\sT]\d\d:\d\d\S*)?(?:\s?\(.{2,12}\))?\s?(?:[:：)）–—\n]|$)/;
/** Words before the date on which the text itself was written or updated. */
const STAMP_BEFORE =
  /\b(?:published|updated|posted|retrieved|accessed|written|last modified|archived|as of)\b[^.!?\n]{0,20}$/i;

/**
 * Reports dates in observation texts that are later than as_of: one finding per text, for the most suspicious date.
 * Ignores dates that the task mentions (including `resolves_at`), relative dates ("tomorrow", "next week"), years
 * outside of reports, and the day of `as_of` in its own offset. A period counts as later if it starts later.
 */
export const findDatesAfterAsOf: Detector = (request) => {
  const asOf = dayOf(request.input.as_of);
  if (asOf === undefined) return [];
  const observations = textObservations(request);
  if (observations.length === 0) return [];
  const known = datesOfTask(request, asOf);
  return observations.flatMap((observation) => {
    const later = dateMentions(withoutUrls(observation.text), dayOf(observation.observedAt) ?? asOf).filter(
      (mention) => isLaterDay(mention.day, asOf) && !isNamed(mention, known),
    );
    const finding = toFinding(observation, later, asOf);
    return finding === undefined ? [] : [finding];
  });
};

function datesOfTask({ task }: Parameters<Detector>[0], asOf: CalendarDay): NamedDate[] {
  const descriptions = Object.values(task.criteria).filter((description) => description !== null);
  const texts = [task.instructions, task.resolution.criteria, ...descriptions].map(withoutUrls);
  const mentions = texts.flatMap((text) => dateMentions(text, asOf));
  const resolvesAt = dayOf(task.resolution.resolves_at);
  return resolvesAt === undefined ? mentions : [...mentions, { day: resolvesAt, form: "day" }];
}

/**
 * Whether the task mentions the date. A month counts as mentioned if the task mentions a day in it. A day does not
 * count as mentioned if the task mentions only its month, nor a year in any case.
 */
function isNamed({ day, form }: DateMention, known: readonly NamedDate[]): boolean {
  if (form === "year") return false;
  return known.some(
    (named) =>
      (form === "period") === (named.form === "period") &&
      named.day.year === day.year &&
      named.day.month === day.month &&
      (day.day === undefined || named.day.day === day.day),
  );
}

function toFinding(observation: TextObservation, later: DateMention[], asOf: CalendarDay): Finding | undefined {
  const judged = later.slice(0, MAX_JUDGED).flatMap((mention) => {
    const severity = judge(observation.text, mention);
    return severity === undefined ? [] : [{ mention, severity }];
  });
  const [worst] = judged.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
  if (worst === undefined) return undefined;
  const { mention, severity } = worst;
  const more = judged.length === 1 ? "" : ` (and ${judged.length - 1} more)`;
  const read = ["yearless", "uncertain"].includes(mention.form) ? `, read as ${formatDay(mention.day)}` : "";
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

/** Returns undefined for a year outside of a report: most texts about plans mention years. */
function judge(text: string, { start, end, form }: DateMention): Severity | undefined {
  const before = text.slice(Math.max(0, start - 100), start);
  const lead = before.split(SENTENCE_END).at(-1) ?? "";
  const after = text.slice(end, end + 80);
  const [follow = ""] = after.split(SENTENCE_END, 1);
  const [past, future] = [follow.search(PAST_WORD), follow.search(FUTURE_WORD)];
  if (form === "year") {
    return future === -1 && !FUTURE_WORD.test(lead) && PAST_WORD.test(lead + follow) ? "medium" : undefined;
  }
  if (STAMP_BEFORE.test(before)) return "high";
  if (FUTURE_WORD.test(lead)) return "low";
  const isReport = past !== -1 && (future === -1 || past < future);
  if (!isReport && (future !== -1 || form === "yearless" || DEADLINE_BEFORE.test(before))) return "low";
  const isCertain = form === "day" && (isReport || PAST_WORD.test(lead) || DATELINE_AFTER.test(after));
  return isCertain ? "high" : "medium";
}

/** The scripts of the languages below, with flag "i". Much smaller when compiled than \p{L}. */
const LETTER = "[a-zà-žа-яё]";

/** Words and endings of the future and of plans: a plan may mention a date after the cutoff. One line per language. */
const FUTURE = [
  String.raw`will|would|shall|should|could|might|plan(?:s|ned|ning)?|schedul\w+|expect\w*|due|deadline|upcoming|forthcoming|next|forecasts?|projects|projected|projections?|target\w*|propos\w+|anticipat\w+|set (?:to|for)|slated|intend\w*|aims?|expir\w+|ends?|starts?|begins?|opens?|takes? (?:effect|place)|go(?:es)? to|matur\w+|if|unless|resolves?|(?:is|are) to|no later than|ahead of|must|invit\w+|guidance`,
  `wird|werden|würden?|will|wollen|soll(?:en|ten?)?|könn(?:en|ten?)|geplant|vorgesehen|angesetzt|erwart${LETTER}+|prognos${LETTER}+|voraussichtlich|spätestens|frühestens|fällig|findet|finden|tritt|endet|beginnt|startet|läuft|entwurf`,
  `[sf]era|aura|devra|pourra|${LETTER}+(?:ndra|trera|ront)|serai(?:en)?t|doi(?:t|vent)|dev(?:ra|rai)(?:en)?t|pourrai(?:en)?t|dû|dues?|prév${LETTER}+|attendue?s?|expire${LETTER}*|partir|échéance|délai|rendez-vous`,
  `${LETTER}{2,}r(?:án?|ían?|ão|à|anno)|debe[nr]?|prevén?|previst[oa]s?|esper${LETTER}+|plazo|caduca|partir|termina|vencen?|vigente|juegan?`,
  `бу(?:дет|дут|дущ${LETTER}+)|${LETTER}{2,}(?:[еёи]т|[уюая]т)ся|[вс]ступ[ия]т|пройд[уеё]т|состо[ия]т${LETTER}*|вынес[уе]т|план${LETTER}*|запланир${LETTER}+|ожида${LETTER}+|прогноз${LETTER}*|срок${LETTER}*|действует|долж${LETTER}+`,
].join("|");

/** Words and endings of the past. */
const PAST = [
  "was|were|had|said|told|announced|reported|confirmed|declared|voted|won|lost|beat|approved|rejected|passed|signed|carried|opened|closed|ended|began|became|took|came|ran|rose|fell|grew|met|left|died|resigned|published|released|ruled",
  "wurden?|waren|hatten?|gewann(?:en)?|verlor(?:en)?|stieg(?:en)?|sank(?:en)?|starb(?:en)?|gewonnen",
  String.raw`a\s${LETTER}+é|ont\s${LETTER}+(?:[éiut]|is)|fut|furent|étai(?:en)?t`,
  `${LETTER}{2,}ó|${LETTER}{3,}(?:aron|ieron)|fue(?:ron)?|había`,
  `был[аои]?|${LETTER}{2,}(?:ил|ял|шл)[аои]?(?:с[ья])?|${LETTER}{3,}ал(?:[аои]сь|ся|и)`,
].join("|");

/** Matches a word about the future, or a Chinese or Japanese one. */
const FUTURE_WORD = wordOf(FUTURE, "将|预计|计划|計画|截止|至|予定|見込|見通し|まで|締切|期限");
const PAST_WORD = wordOf(PAST, "了|した|った|れた");

function wordOf(words: string, characters: string): RegExp {
  return new RegExp(`(?<!${LETTER})(?:${words})(?!${LETTER})|${characters}`, "iu");
}
