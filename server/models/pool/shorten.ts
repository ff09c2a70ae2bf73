const MAX_LENGTH = 80;

export function shorten(text: string): string {
  const characters = [...text.slice(0, 2 * MAX_LENGTH)];
  return characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH).join("")}…` : text;
}
