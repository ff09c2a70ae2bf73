import { capitalized } from "#lib/format.ts";

const LABELS: Readonly<Record<string, string>> = {
  model: "Release",
  instructions: "Question",
  resolutionCriteria: "Resolution criteria",
  resolvesAt: "Resolution date",
  asOf: "Information cutoff",
  observedAt: "date",
  options: "option",
  observations: "observation",
};

/** What the form calls a field: "options.1.id" is "Option 2, id". People count from 1. */
export function fieldLabel(field: string): string {
  const [first = "", index = "", part = "", inner] = field.split(".");
  const label = LABELS[first] ?? first;
  if (first !== "options" && first !== "observations") return label;
  if (index === "root") return capitalized(`${label}s`);
  const name = inner === undefined || part === "observedAt" ? (LABELS[part] ?? part) : inner;
  return `${capitalized(label)} ${Number(index) + 1}, ${name.replaceAll("_", " ")}`;
}
