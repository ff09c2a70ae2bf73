const LONGEST = 80;

/** Caller text in a reason, cut to a length that a reader takes in at a glance. */
export function shorten(text: string): string {
  const characters = [...text.slice(0, 2 * LONGEST)];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join("")}…` : text;
}
