import type { Issue } from "#lib/contract/issue.ts";
import { capitalized } from "#lib/format.ts";
import type { RequestForm } from "./compose-form.ts";
import { fieldErrors } from "./field-errors.ts";

export interface ToFix {
  readonly issue: Issue;
  /** The label of the field, or the JSON path if no field shows the violation. */
  readonly where: string;
  readonly message: string;
}

/** Lists the violations of a request in the API's order of checks. Each pair of field and message occurs once. */
export function describeIssues(issues: readonly Issue[], form: RequestForm): readonly ToFix[] {
  const lines = issues.flatMap((issue): ToFix[] => {
    const fields = fieldErrors(issue, form);
    if (fields.length > 0) return fields.map(([field, message]) => ({ issue, where: fieldLabel(field), message }));
    return isShadow(issue, form) ? [] : [{ issue, where: issue.path || "The request", message: issue.message }];
  });
  return [...new Map(lines.map((line) => [`${line.where} ${line.message}`, line])).values()];
}

/**
 * Whether the violation is a consequence of another one that a field already shows. For example, options without
 * descriptions also change the number of options and invalidate observations.
 */
function isShadow({ path }: Issue, { options, observations }: RequestForm): boolean {
  if (path === "/task/criteria") return options.length > 1;
  return path.startsWith("/input/context/") && observations.length > 0;
}

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

/** Returns the form's label of a field: "options.1.id" is "Option 2, id". Labels count from 1. */
function fieldLabel(field: string): string {
  const [first = "", index = "", part = "", inner] = field.split(".");
  const label = LABELS[first] ?? first;
  if (first !== "options" && first !== "observations") return label;
  if (index === "root") return capitalized(`${label}s`);
  const name = inner === undefined || part === "observedAt" ? (LABELS[part] ?? part) : inner;
  return `${capitalized(label)} ${Number(index) + 1}, ${name.replaceAll("_", " ")}`;
}
