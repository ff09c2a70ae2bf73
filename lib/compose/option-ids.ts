import type { OptionForm } from "./compose-form.ts";

const MAX_MADE = 40;

/**
 * Returns the option ids in order: the typed id, otherwise a unique id generated from the description. An option with
 * neither gets "", which the request check then reports.
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

/**
 * "A cut of 25 bp or more" becomes "a-cut-of-25-bp-or-more". Empty if the description has no Latin letters or digits.
 */
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
