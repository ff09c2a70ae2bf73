import { visible } from "#lib/format.ts";

const LONGEST = 60;

/** The title of a page about one question, such as “Will rates be cut? · Forecast”: several are open at once. */
export function pageTitle(kind: string, question: string | undefined): string {
  const [line = ""] = visible(question ?? "")
    .trim()
    .split("\n");
  if (line === "") return kind;
  const characters = [...line];
  return `${characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join("")}…` : line} · ${kind}`;
}
