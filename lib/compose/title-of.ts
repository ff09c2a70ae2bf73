const LENGTH = 120;

/** What a draft is called in lists: its title, else the first line of its question. Storable as text. */
export function titleOf(title: string, instructions: string): string {
  const [line = ""] = (title.trim() || instructions.trim()).replaceAll("\u0000", "").split("\n");
  return line.length > LENGTH ? `${line.slice(0, LENGTH - 1).toWellFormed()}…` : line.toWellFormed();
}
