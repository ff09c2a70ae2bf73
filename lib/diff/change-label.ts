import { plainWords } from "#lib/format.ts";

const LABELS: Readonly<Record<string, string>> = {
  "task.instructions": "Question",
  "task.criteria": "Options",
  "task.resolution.criteria": "Resolution criteria",
  "task.resolution.resolves_at": "Resolution date",
  "input.as_of": "Information cutoff",
  "input.context": "Observations",
};

/** Returns the label of a changed path: "input.context[3].text" is "Observation 4, text". Labels count from 1. */
export function changeLabel(path: string): string {
  const known = LABELS[path];
  if (known !== undefined) return known;
  if (path.startsWith("task.criteria.")) return `Option ${path.slice("task.criteria.".length)}`;
  const { index = "", rest = "" } = /^input\.context\[(?<index>\d+)\](?<rest>.*)$/.exec(path)?.groups ?? {};
  if (index === "") return path;
  const parts = rest.split(".").filter((part) => part !== "" && part !== "data");
  return [`Observation ${Number(index) + 1}`, ...parts.map(plainWords)].join(", ");
}
