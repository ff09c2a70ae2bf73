import type { OptionText } from "./option-texts.ts";
import { words } from "./words.ts";

const PAIRS: readonly (readonly [string, string])[] = [
  ["yes", "no"],
  ["y", "n"],
  ["true", "false"],
  ["over", "under"],
  ["above", "below"],
  ["pass", "fail"],
  ["before", "after"],
  ["oui", "non"],
  ["ja", "nein"],
  ["sí", "no"],
  ["si", "no"],
  ["sim", "não"],
  ["да", "нет"],
  ["はい", "いいえ"],
  ["是", "否"],
];
const NEGATION = /\b(?:no|not|never|cannot|without|fails?|nobody|none|neither|non)\b|n['’]t\b/i;

const UP = /\b(?:up|increase[sd]?|rises?|raises?|raised|higher|hikes?|hiked|grows?|above|more|gains?)\b/i;
const DOWN =
  /\b(?:down|decrease[sd]?|falls?|cuts?|lower|lowered|declines?|declined|reduce[sd]?|drops?|below|less|fewer|loss(?:es)?)\b/i;
const SAME = /\b(?:unchanged|same|hold|holds|held|flat|no change|maintain(?:s|ed)?|stays?|equal|steady|left where)\b/i;

/** Do these options leave nothing over by what they mean: yes and no, a thing and its denial, up, down and the same? */
export function areComplementary(options: readonly OptionText[]): boolean {
  const [first, second] = options;
  if (options.length === 2 && first !== undefined && second !== undefined) {
    if (PAIRS.some((pair) => isPair(pair, first.name, second.name) || isPair(pair, first.text, second.text)))
      return true;
    if (NEGATION.test(`${first.name} ${first.text}`) !== NEGATION.test(`${second.name} ${second.text}`)) return true;
  }
  return (
    [UP, DOWN, SAME].every((direction) => options.some((option) => direction.test(`${option.name} ${option.text}`))) &&
    options.every(({ name, text }) => [UP, DOWN, SAME].some((direction) => direction.test(`${name} ${text}`)))
  );
}

function isPair([one, other]: readonly [string, string], first: string, second: string): boolean {
  const [a, b] = [firstWord(first, one), firstWord(second, one)];
  return (a === one && b === other) || (a === other && b === one);
}

/** The word that leads a text ("Yes, by the deadline"); ideographs are read as a whole. */
function firstWord(text: string, like: string): string {
  return words(text).slice(0, words(like).length).join("");
}
