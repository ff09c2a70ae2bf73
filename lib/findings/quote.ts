const LONGEST = 60;

/** Caller text in a message: in quotation marks, on one line, cut to 60 characters. */
export function quote(text: string): string {
  const characters = [
    ...text
      .slice(0, 4 * LONGEST)
      .replace(/[\s\p{Cc}]+/gu, " ")
      .trim()
      .toWellFormed(),
  ];
  const cut = characters.length > LONGEST || text.length > 4 * LONGEST;
  return `“${characters.slice(0, LONGEST).join("")}${cut ? "…" : ""}”`;
}
