import { QUESTION_FIELDS } from "./questions.ts";

const EXAMPLE: Readonly<Record<string, string>> = {
  own_id: "tram-1",
  question: "Will the harbour tram line open by 1 June 2027?",
  options: "Yes|No",
  resolution_criteria: "The operator's notice of the first scheduled run.",
  resolves_at: "2027-06-01 12:00 UTC",
  as_of: "2026-11-01 09:00 UTC",
  tags: "transport",
  text: "The operator announced test runs for March 2027.",
  observed_at: "2026-10-28 12:00 UTC",
};

/** Returns a CSV file with the columns of an import of questions and one example. */
export function questionTemplate(): string {
  // One column per option could replace the column `options`.
  const names = QUESTION_FIELDS.map(({ name }) => name).filter((name) => !name.startsWith("option_"));
  const rows = [names, names.map((name) => EXAMPLE[name] ?? "")];
  return rows.map((cells) => `${cells.map(quote).join(",")}\r\n`).join("");
}

const quote = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
