import type { Task } from "#lib/contract/request.ts";

export interface OptionText {
  readonly option: string;
  /** The id as words: `cut_small` reads "cut small". */
  readonly name: string;
  /** The text shown to people: the description, or the name if there is none. */
  readonly text: string;
}

/** The options in the caller's order, except that JavaScript puts ids such as `10` first, in ascending order. */
export function optionTexts(task: Task): OptionText[] {
  return Object.entries(task.criteria).map(([option, description]) => {
    const name = option.replace(/[._:-]+/g, " ").trim();
    return { option, name, text: description ?? name };
  });
}
