import { visible } from "#lib/format.ts";

const SHORT = 32;
const MAX_LENGTH = 64;
/** The length of ids that are not descriptive, such as “a”. */
const BARE = 1;

export type Criteria = Readonly<Record<string, string | null>>;

export type OptionLabels = Readonly<Record<string, string>>;

interface Option {
  readonly id: string;
  /** The description; empty if the option has only an id. */
  readonly text: string;
}

/**
 * Returns short labels for a question's options: the descriptions if all of them are short, otherwise the ids if they
 * are descriptive. Labels are unique.
 */
export function optionLabels(criteria: Criteria): OptionLabels {
  const options = readOptions(criteria);
  const isShort = options.every(({ text }) => [...text].length <= SHORT);
  const byId = !isShort && options.every(({ id }) => id.length > BARE);
  return distinct(options.map(({ id, text }) => ({ id, text: byId ? "" : cut(text) })));
}

export function fullOptionLabels(criteria: Criteria): OptionLabels {
  return distinct(readOptions(criteria));
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
    text: visible(description ?? "")
      .replaceAll(/\s+/g, " ")
      .trim(),
  }));
}

/**
 * If two labels would be equal, every description gets its id as prefix. Ids contain no spaces, so the result is
 * unique.
 */
function distinct(options: readonly Option[]): OptionLabels {
  const labels = options.map(({ id, text }) => (text === "" ? id : text));
  if (new Set(labels).size === labels.length) return toRecord(options, labels);
  return toRecord(
    options,
    options.map(({ id, text }) => (text === "" ? id : `${id}: ${text}`)),
  );
}

function toRecord(options: readonly Option[], labels: readonly string[]): OptionLabels {
  return Object.fromEntries(options.map(({ id }, index) => [id, labels[index] ?? id]));
}

function cut(text: string): string {
  const characters = [...text];
  return characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH - 1).join("")}…` : text;
}
