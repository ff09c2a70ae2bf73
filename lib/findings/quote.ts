const MAX_LENGTH = 60;

/** Quotes the caller's text for a message: on one line, cut to 60 characters. */
export function quote(text: string): string {
  const characters = [
    ...text
      .slice(0, 4 * MAX_LENGTH)
      .replace(/[\s\p{Cc}]+/gu, " ")
      .trim()
      .toWellFormed(),
  ];
  const cut = characters.length > MAX_LENGTH || text.length > 4 * MAX_LENGTH;
  return `“${characters.slice(0, MAX_LENGTH).join("")}${cut ? "…" : ""}”`;
}
