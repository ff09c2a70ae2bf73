import { pointer } from "#lib/contract/issue.ts";
import { comparable } from "#lib/text/comparable.ts";
import type { Detector, Finding } from "./finding.ts";
import { quote } from "./quote.ts";

/** Reports options with the same description, and options whose ids differ only in case or punctuation. */
export const findSimilarOptions: Detector = ({ task }) => {
  const texts = new Map<string, string>();
  const ids = new Map<string, string>();
  return Object.entries(task.criteria).flatMap(([id, description]): Finding[] => {
    const text = description ?? id;
    const path = pointer(["task", "criteria", id]);
    const sameText = addFirst(texts, text, id);
    const sameId = addFirst(ids, id, id);
    if (sameText !== undefined) {
      const message = `The options ${quote(sameText)} and ${quote(id)} have the same text: ${quote(text)}. Describe the difference, or merge the two options.`;
      return [{ id: "similar-options", severity: "high", path, message }];
    }
    if (sameId === undefined) return [];
    const message = `The ids ${quote(sameId)} and ${quote(id)} differ only in case or punctuation. Rename one of them, so that they are not confused.`;
    return [{ id: "similar-options", severity: "medium", path, message }];
  });
};

/** Returns the earlier option with this text. If there is none, records `id` as the first option with this text. */
function addFirst(firsts: Map<string, string>, text: string, id: string): string | undefined {
  const form = fold(text);
  const first = form === "" ? undefined : firsts.get(form);
  if (first === undefined) firsts.set(form, id);
  return first;
}

/** Removes differences in case and punctuation, and those that cannot be seen. Symbols and signs stay, because "< 5", "> 5" and "-5" differ. */
function fold(text: string): string {
  return comparable(text)
    .toUpperCase()
    .replace(/(?:(?!-\d)[\s\p{P}])+/gu, " ")
    .trim();
}
