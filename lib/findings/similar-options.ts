import { pointer } from "#lib/contract/issue.ts";
import { isCatchAll } from "./catch-all.ts";
import type { Detector, Finding } from "./finding.ts";
import { type OptionText, optionTexts } from "./option-texts.ts";
import { quote } from "./quote.ts";
import { words } from "./words.ts";

const ARTICLES = new Set(["the", "a", "an"]);
const NEGATION = new Set([
  "no",
  "not",
  "never",
  "none",
  "neither",
  "nor",
  "without",
  "nobody",
  "cannot",
  "non",
  "t",
  "except",
  "but",
  "than",
]);

interface Read extends OptionText {
  /** Words without articles and endings, with a space at each end. */
  readonly form: string;
  readonly negated: boolean;
  readonly catchAll: boolean;
  readonly hasNumber: boolean;
}

/** Options with the same meaning, and options whose description is part of another's. */
export const findSimilarOptions: Detector = ({ task }) => {
  const options = optionTexts(task).map(read);
  const findings: Finding[] = [];
  for (const [index, option] of options.entries()) {
    for (const other of options.slice(0, index)) {
      const finding = compare(option, other);
      if (finding === undefined) continue;
      findings.push(finding);
      break;
    }
  }
  return findings;
};

function read(option: OptionText): Read {
  const all = words(option.text);
  return {
    ...option,
    form: ` ${all
      .filter((word) => !ARTICLES.has(word))
      .map(stem)
      .join(" ")} `,
    negated: all.some((word) => NEGATION.has(word)),
    catchAll: isCatchAll(option),
    hasNumber: /\d/.test(option.text),
  };
}

/** A rough stemmer for comparing texts: "win", "wins" and "winning" become one word. */
function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:ies|ing|ed|es|s|e)$/, "").replace(/(.)\1$/, "$1") : word.replace(/s$/, "");
}

function compare(option: Read, other: Read): Finding | undefined {
  const path = pointer(["task", "criteria", option.option]);
  const pair = `${quote(option.text)} and ${quote(other.text)}`;
  if (option.form.trim() === "" || other.form.trim() === "") return undefined;
  if (option.form === other.form) {
    const message = `${pair} say the same (options ${other.option} and ${option.option}). Say what tells them apart, or make them one option.`;
    return { id: "similar-options", severity: "high", path, message };
  }
  if (sameName(option, other)) {
    const message = `The ids ${quote(other.option)} and ${quote(option.option)} differ only in case or punctuation. Give one of them another name, so that nobody mixes them up.`;
    return { id: "similar-options", severity: "medium", path, message };
  }
  const [shorter, longer] = option.form.length < other.form.length ? [option, other] : [other, option];
  // "Rain" within "no rain" and "10" within "more than 10" do not overlap in meaning.
  const excluded = shorter.negated !== longer.negated || shorter.catchAll || longer.catchAll || longer.hasNumber;
  if (excluded || shorter.form.trim().length < 3 || !longer.form.includes(shorter.form)) return undefined;
  const message = `${quote(longer.text)} contains ${quote(shorter.text)}: both may be true at once. Options must exclude each other: add to the shorter what tells it from the longer.`;
  return { id: "similar-options", severity: "medium", path, message };
}

function sameName(a: OptionText, b: OptionText): boolean {
  return words(a.name).join("") === words(b.name).join("");
}
