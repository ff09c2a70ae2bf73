import { visible } from "#lib/format.ts";

const MAX_LENGTH = 60;

/** Quotes the caller's text for a message: on one line, cut to 60 characters, with marks for hidden characters. */
export function quote(text: string): string {
  const characters = [
    ...text
      .slice(0, 4 * MAX_LENGTH)
      .replace(/[\t\n\r ]+/g, " ")
      .trim(),
  ];
  const cut = characters.length > MAX_LENGTH || text.length > 4 * MAX_LENGTH;
  return `“${visible(characters.slice(0, MAX_LENGTH).join(""))}${cut ? "…" : ""}”`;
}
