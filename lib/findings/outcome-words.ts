import { dayOf } from "./calendar-day.ts";
import { evidence } from "./evidence.ts";
import type { Detector, Finding, Severity } from "./finding.ts";
import { namedOption, type OutcomeTerms, outcomeTerms } from "./outcome-terms.ts";
import { quote } from "./quote.ts";
import { taskTexts } from "./task-texts.ts";
import { type TextObservation, textObservations } from "./text-observations.ts";
import { words } from "./words.ts";

/** Words that settle a question. The first group nearly always does; the second depends on its context. */
const OUTCOME =
  /\b(?:(?<strong>(?:has|have|had|was|were) (?:been )?(?:decided|settled|resolved)|resolved (?:to|as)?\s?["“']?(?:yes|no)|(?:announced|declared|named|confirmed|crowned) (?:as )?(?:the )?(?:winners?|victors?|champions?)|(?:the )?winner (?:is|was)|final results?|official results?|(?:was|were) (?:declared|proclaimed|certified)|outcome (?:is|was))|(?<weak>won|wins|resolved|beat|defeated|lost|elected|re-elected|clinched|victory|victorious|prevailed|triumphed|awarded|decided|concluded|confirmed|approved|rejected|passed|adopted|cancelled|canceled|opened))\b/gi;

/** Words that turn such a word into a possibility, a denial, a question or a rule. */
const POSSIBLE =
  /\b(?:if|whether|will|would|could|can|may|might|should|must|shall|to be|to have|not|never|cannot|nobody|no one|yet to|who|unless|until|once|when|expect\w*|likely|unlikely|chances?|probability|odds|predict\w*|forecasts?|poll\w*|favou?rites?|previous(?:ly)?|last (?:year|season|time|month|week)|former(?:ly)?|ago|history|ever|every|each|resolves|counts? as|in case|provided)\b|n['’]t\b|\?/i;
const RULE_AFTER = /^\s*(?:if|when|by|based|according|in accordance|per|as soon|only|unless|until)\b/i;

/** How many UTF-16 units are searched beside the word; never beyond the sentence. */
const BEFORE = 120;
const AFTER = 100;
/** The maximum number of words checked in one text. */
const MOST = 60;

/**
 * Texts that seem to know the outcome: a word such as "won" or "has been decided" in one sentence with an option's name
 * or description (or, for yes/no questions, with the names in the question). Ignores possibilities, denials, rules,
 * sentences about an earlier year, and the task's own text. One finding per text.
 */
export const findOutcomeWords: Detector = ({ task, input, model }) => {
  const observations = textObservations({ task, input, model });
  if (observations.length === 0) return [];
  const terms = outcomeTerms(task);
  const own = ` ${taskTexts(task)
    .map((text) => words(text).join(" "))
    .join(" ")} `;
  const year = dayOf(input.as_of)?.year ?? Infinity;
  return observations.flatMap((observation) => {
    const found = worst(observation, terms, own, year);
    return found === undefined ? [] : [found];
  });
};

const RANK: Record<Severity, number> = { high: 0, medium: 1, low: 2 };

function worst(observation: TextObservation, terms: OutcomeTerms, own: string, year: number): Finding | undefined {
  let best: Finding | undefined;
  let looked = 0;
  for (const match of observation.text.matchAll(OUTCOME)) {
    if (++looked > MOST) break;
    const finding = judge(observation, match, terms, own, year);
    if (finding !== undefined && (best === undefined || RANK[finding.severity] < RANK[best.severity])) best = finding;
  }
  return best;
}

function judge(
  { text, path }: TextObservation,
  match: RegExpExecArray,
  terms: OutcomeTerms,
  own: string,
  year: number,
): Finding | undefined {
  const at = match.index;
  const end = at + match[0].length;
  const before =
    text
      .slice(Math.max(0, at - BEFORE), at)
      .split(/[.!?;]\s|\n/)
      .at(-1) ?? "";
  const after = text.slice(end, end + AFTER).split(/[.!?;](?:\s|$)|\n/, 1)[0] ?? "";
  const isStrong = match.groups?.strong !== undefined;
  if (POSSIBLE.test(before) || (!isStrong && RULE_AFTER.test(after))) return undefined;
  const sentence = `${before}${match[0]}${after}`;
  if (/\?/.test(text.slice(end + after.length, end + after.length + 1)) || isPast(sentence, year)) return undefined;
  const sentenceWords = words(sentence);
  if (own.includes(` ${sentenceWords.join(" ")} `)) return undefined;
  const named = namedOption(terms, sentenceWords, resolvedAs(match[0] + after));
  if (named === undefined) return undefined;
  const severity = severityOf(isStrong, named.by);
  const about = named.by === "question" ? "what the question asks about" : `the option ${quote(named.option)}`;
  return {
    id: "outcome-in-text",
    severity,
    path,
    message: `The text says ${quote(match[0])} beside ${about}. If it reports the outcome, it was written after the fact: remove it. If it is about something earlier, leave it.`,
    evidence: evidence(text, at - before.length, end + after.length),
  };
}

function severityOf(strong: boolean, by: "option" | "question"): Severity {
  if (by === "option") return strong ? "high" : "medium";
  return strong ? "medium" : "low";
}

/** The option id that "resolved to X" or "resolved as X" names, in lower case. */
function resolvedAs(text: string): string | undefined {
  return /^[^.]{0,20}?(?:resolved|settled|decided)\s(?:to|as|in favou?r of)?\s?["“']?([\p{L}\p{N}._:-]{1,64})/iu
    .exec(text)?.[1]
    ?.toLowerCase();
}

/** Whether the sentence names years, all of them before the year of as_of. */
function isPast(sentence: string, year: number): boolean {
  const years = sentence.match(/\b(?:19|20)\d\d\b/g) ?? [];
  return years.length > 0 && years.every((named) => Number(named) < year);
}
