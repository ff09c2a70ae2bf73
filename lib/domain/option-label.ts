import { isolate, writeMarks } from "#lib/text/text-runs.ts";

const MAX_LENGTH = 40;
/** Maximum length of a label above a column of numbers. */
export const COLUMN_LENGTH = 18;

export type Criteria = Readonly<Record<string, string | null>>;

export type OptionLabels = Readonly<Record<string, string>>;

interface Option {
  readonly id: string;
  /** The description; empty if the option has only an id. */
  readonly text: string;
}

/**
 * Returns a label of at most `max` characters for each of a question's options: its description, or its id without a
 * description. Labels are unique: descriptions that begin alike are cut at the front.
 */
export function optionLabels(criteria: Criteria, max = MAX_LENGTH): OptionLabels {
  const options = readOptions(criteria);
  const shortened = cutAlike(options, max);
  return distinct(
    options,
    options.map(({ text }) => cut(text, max)),
    options.map(({ id }) => shortened.get(id) ?? id),
  );
}

export function fullOptionLabels(criteria: Criteria): OptionLabels {
  const options = readOptions(criteria);
  return distinct(
    options,
    options.map(({ text }) => text),
  );
}

/** Returns an option's label, or its id if it has none. Inherited properties such as `constructor` are not labels. */
export function nameOption(option: string, labels: OptionLabels): string {
  return (Object.hasOwn(labels, option) ? labels[option] : undefined) ?? option;
}

export function criteriaOf(options: readonly { readonly id: string; readonly description: string | null }[]): Criteria {
  return Object.fromEntries(options.map(({ id, description }) => [id, description]));
}

/** Collapses white space as HTML does, so that descriptions that look the same are equal. */
function readOptions(criteria: Criteria): Option[] {
  return Object.entries(criteria).map(([id, description]) => ({
    id,
    text: writeMarks(description ?? "")
      .replaceAll(/\s+/g, " ")
      .trim(),
  }));
}

/**
 * Returns the first of the lists of labels without two equal labels. If there is none, the ids precede the labels. Ids
 * contain no spaces, so the result is unique.
 */
function distinct(options: readonly Option[], ...lists: readonly (readonly string[])[]): OptionLabels {
  const named = lists.map((labels) => options.map(({ id }, index) => labels[index] || id));
  const unique = named.find((labels) => new Set(labels).size === labels.length);
  const [first = []] = lists;
  const labels = unique ?? options.map(({ id }, index) => (first[index] ? `${id}: ${first[index]}` : id));
  return Object.fromEntries(options.map(({ id }, index) => [id, isolate(labels[index] ?? id)]));
}

/** Shortens the descriptions. Those that would be equal lose the words that all of them begin with. */
function cutAlike(options: readonly Option[], max: number): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  for (const [label, alike] of Map.groupBy(options, ({ text }) => cut(text, max))) {
    const shared = alike.length < 2 ? 0 : sharedWords(alike.map(({ text }) => text.split(" ")));
    const rest = alike.map(({ id, text }) => ({ id, text: `…${text.split(" ").slice(shared).join(" ")}` }));
    for (const [id, text] of shared > 0 ? cutAlike(rest, max) : alike.map(({ id }) => [id, label] as const))
      labels.set(id, text);
  }
  return labels;
}

function sharedWords([first = [], ...others]: readonly (readonly string[])[]): number {
  const differs = first.findIndex((word, index) => others.some((words) => words[index] !== word));
  return differs === -1 ? 0 : differs;
}

/** Cuts a text after a word, if the last words are not long. */
function cut(text: string, max: number): string {
  const characters = [...text];
  if (characters.length <= max) return text;
  const start = characters.slice(0, max - 1).join("");
  const end = start.lastIndexOf(" ");
  return `${(end < max / 2 ? start : start.slice(0, end)).replace(/[\s,;:.–-]+$/, "")}…`;
}
