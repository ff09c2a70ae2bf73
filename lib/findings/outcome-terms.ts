import type { Task } from "#lib/contract/request.ts";
import { isCatchAll } from "./catch-all.ts";
import { optionTexts } from "./option-texts.ts";
import { words } from "./words.ts";

/** The terms by which a sentence may name an option or the subject of the question. */
export interface OutcomeTerms {
  readonly options: readonly OptionTerms[];
  /** Names and longer words of the question; only used for yes/no options, which say little themselves. */
  readonly question: ReadonlySet<string>;
}

interface OptionTerms {
  readonly option: string;
  /** Its name, and its description if that is short, as words with a space at each end. */
  readonly phrases: readonly string[];
  /** Words of its description that no other option has. */
  readonly own: ReadonlySet<string>;
  /** How many of these words a sentence must contain. */
  readonly needed: number;
}

const PLAIN = new Set(
  "yes no true false none other others neither this that with from will have been were they their there than then what when which where such only least most more less before after about into over under between question resolves resolve resolved market option outcome happens wins election first second third next year month would could should does during until against".split(
    " ",
  ),
);

export function outcomeTerms(task: Task): OutcomeTerms {
  const texts = optionTexts(task);
  const wordsOf = texts.map(({ text }) => new Set(words(text)));
  const options = texts
    .filter((option) => !isCatchAll(option))
    .map((option) => {
      const all = words(option.text);
      const own = new Set(
        all.filter((word) => isTelling(word) && wordsOf.filter((other) => other.has(word)).length === 1),
      );
      const phrases = [words(option.name), all.length <= 6 ? all : []]
        .filter(isPhrase)
        .map((phrase) => ` ${phrase.join(" ")} `);
      return { option: option.option, phrases, own, needed: all.length <= 4 ? 1 : 2 };
    });
  const isYesNo = texts.length === 2 && texts.every(({ name }) => /^(?:yes|no)\b/i.test(name));
  return { options, question: new Set(isYesNo ? questionWords(task.instructions) : []) };
}

function isTelling(word: string): boolean {
  return word.length >= 4 && !PLAIN.has(word) && !/^\d+$/.test(word);
}

/** "yes", "a" and "10" are in every text and identify nothing. */
function isPhrase(phrase: readonly string[]): boolean {
  const text = phrase.join(" ");
  return text.length >= 3 && /\p{L}{3}/u.test(text) && !(phrase.length === 1 && PLAIN.has(text));
}

/** The capitalised words of the question, but for the one that starts it. */
function questionWords(instructions: string): string[] {
  const capitalised = instructions.slice(0, 600).match(/(?<=[\p{L}\p{N},]\s["“']?)\p{Lu}[\p{L}\p{N}]+/gu) ?? [];
  return capitalised.map((word) => word.toLowerCase()).filter((word) => word.length >= 3 && !PLAIN.has(word));
}

/**
 * The option that a sentence names. `resolvedAs` is the id that it says the question resolved to, if any. `by:
 * "question"`: it names no option, but at least two words of the question.
 */
export function namedOption(
  { options, question }: OutcomeTerms,
  sentence: readonly string[],
  resolvedAs: string | undefined,
): { readonly option: string; readonly by: "option" | "question" } | undefined {
  const joined = ` ${sentence.join(" ")} `;
  const present = new Set(sentence);
  for (const { option, phrases, own, needed } of options) {
    const hits = [...own].filter((word) => present.has(word)).length;
    const named = resolvedAs === option.toLowerCase() || phrases.some((phrase) => joined.includes(phrase));
    if (named || (hits > 0 && hits >= Math.min(needed, own.size))) return { option, by: "option" };
  }
  const hits = [...question].filter((word) => present.has(word)).length;
  return question.size > 0 && hits >= Math.min(2, question.size) ? { option: "", by: "question" } : undefined;
}
