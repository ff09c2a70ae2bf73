import { pointer } from "#lib/contract/issue.ts";
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
      const message = `The options ${quote(sameText)} and ${quote(id)} say the same: ${quote(text)}. Say what tells them apart, or make them one option.`;
      return [{ id: "similar-options", severity: "high", path, message }];
    }
    if (sameId === undefined) return [];
    const message = `The ids ${quote(sameId)} and ${quote(id)} differ only in case or punctuation. Give one of them another name, so that nobody mixes them up.`;
    return [{ id: "similar-options", severity: "medium", path, message }];
  });
};

/** Returns the earlier option with this text; if there is none, records `id` as the first. */
function addFirst(firsts: Map<string, string>, text: string, id: string): string | undefined {
  const form = fold(text);
  const first = form === "" ? undefined : firsts.get(form);
  if (first === undefined) firsts.set(form, id);
  return first;
}

/** Lowercases and removes punctuation. Symbols and signs stay: "< 5", "> 5" and "-5" are different options. */
function fold(text: string): string {
  return text
    .toLowerCase()
    .replace(/(?:(?!-\d)[\s\p{P}])+/gu, " ")
    .trim();
}
