import { visible } from "#lib/format.ts";

const SHORT = 32;
const MAX_LENGTH = 64;
/** Ids of one letter say nothing. */
const BARE = 1;

export type Criteria = Readonly<Record<string, string | null>>;

/** Labels of options by id. */
export type OptionLabels = Readonly<Record<string, string>>;

interface Option {
  readonly id: string;
  /** Empty: it has only its id. */
  readonly text: string;
}

/**
 * What the options of a question are called where there is little room: all by their descriptions if those are short, or
 * else by their ids if those say something. No two are called the same.
 */
export function optionLabels(criteria: Criteria): OptionLabels {
  const options = readOptions(criteria);
  const isShort = options.every(({ text }) => [...text].length <= SHORT);
  const byId = !isShort && options.every(({ id }) => id.length > BARE);
  return distinct(options.map(({ id, text }) => ({ id, text: byId ? "" : cut(text) })));
}

/** Returns full labels: whole descriptions, no two the same. */
export function fullOptionLabels(criteria: Criteria): OptionLabels {
  return distinct(readOptions(criteria));
}

/** The label of an option; its id where it has none. An id such as `constructor` names no label by itself. */
export function nameOption(option: string, labels: OptionLabels): string {
  return (Object.hasOwn(labels, option) ? labels[option] : undefined) ?? option;
}

/** Options that are listed with their descriptions, as the criteria of their question. */
export function criteriaOf(options: readonly { readonly id: string; readonly description: string | null }[]): Criteria {
  return Object.fromEntries(options.map(({ id, description }) => [id, description]));
}

/** As a page shows the descriptions: what differs in white space alone looks the same. */
function readOptions(criteria: Criteria): Option[] {
  return Object.entries(criteria).map(([id, description]) => ({
    id,
    text: visible(description ?? "")
      .replaceAll(/\s+/g, " ")
      .trim(),
  }));
}

/** Where two would be called the same, every description has its id in front: no id contains a space. */
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
