const LONGEST = 80;

/** Caller text for a message, cut to a short excerpt. */
export function shorten(text: string): string {
  const characters = [...text.slice(0, 2 * LONGEST)];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join("")}…` : text;
}
