const SHORT = 32;
const LONGEST = 64;
/** Ids of one letter say nothing. */
const BARE = 1;

type Criteria = Readonly<Record<string, string | null>>;

/**
 * What the options of a question are called where there is little room: all by their descriptions if those are short, or
 * else by their ids if those say something.
 */
export function optionLabels(criteria: Criteria): Readonly<Record<string, string>> {
  const options = Object.entries(criteria).map(([id, description]) => ({ id, text: description?.trim() ?? "" }));
  const isShort = options.every(({ text }) => [...text].length <= SHORT);
  const byId = !isShort && options.every(({ id }) => id.length > BARE);
  return Object.fromEntries(options.map(({ id, text }) => [id, byId || text === "" ? id : cut(text)]));
}

function cut(text: string): string {
  const characters = [...text];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join("")}…` : text;
}
