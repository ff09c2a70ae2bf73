import type { OptionForm } from "./compose-form.ts";

const MAX_MADE = 40;

/**
 * The ids that the options go by, in their order: what was typed, else one made from the description, unlike all
 * others. An option with neither has none (""): that is a violation to show, not a gap to fill.
 */
export function optionIds(options: readonly OptionForm[]): string[] {
  const taken = new Set(options.map(({ id }) => id));
  return options.map(({ id, description }, index) => {
    if (id !== "" || description.trim() === "") return id;
    const made = unlike(taken, makeId(description) || `option-${index + 1}`);
    taken.add(made);
    return made;
  });
}

function unlike(taken: ReadonlySet<string>, id: string): string {
  if (!taken.has(id)) return id;
  let count = 2;
  while (taken.has(`${id}-${count}`)) count++;
  return `${id}-${count}`;
}

/** "A cut of 25 bp or more" is "a-cut-of-25-bp-or-more". Empty where the description has no letter of the alphabet. */
function makeId(description: string): string {
  const words = description
    .slice(0, 400)
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f'’]/g, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  const [first = "", ...rest] = words;
  let id = first.slice(0, MAX_MADE);
  for (const word of rest) {
    if (id.length + 1 + word.length > MAX_MADE) break;
    id += `-${word}`;
  }
  return id;
}
