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

/**
 * Lists the violations of a request in the order of the form, then those that no field shows. Each pair of field and
 * message occurs once.
 */
export function describeIssues(issues: readonly Issue[], form: RequestForm): readonly ToFix[] {
  const lines = issues.flatMap((issue) => {
    const fields = fieldErrors(issue, form);
    if (fields.length > 0) {
      return fields.map(([field, message]) => ({
        issue,
        where: fieldLabel(field),
        message,
        position: positionOf(field),
      }));
    }
    if (isShadow(issue, form)) return [];
    return [{ issue, where: issue.path || "The request", message: issue.message, position: Number.MAX_SAFE_INTEGER }];
  });
  lines.sort((a, b) => a.position - b.position);
  return [...new Map(lines.map((line) => [`${line.where} ${line.message}`, line])).values()];
}

/** Returns a number that increases from field to field of the form. */
function positionOf(field: string): number {
  const [first = "", index] = field.split(".");
  return Object.keys(LABELS).indexOf(first) * 1e6 + (Number(index) || 0);
}

/**
 * Whether the violation is a consequence of another one that a field already shows. For example, options without
 * descriptions also change the number of options and invalidate observations.
 */
function isShadow({ path }: Issue, { options, observations }: RequestForm): boolean {
  if (path === "/task/criteria") return options.length > 1;
  return path.startsWith("/input/context/") && observations.length > 0;
}

/** In the order of the form. */
const LABELS: Readonly<Record<string, string>> = {
  instructions: "Question",
  model: "Release",
  options: "option",
  resolutionCriteria: "Resolution criteria",
  asOf: "Information cutoff",
  resolvesAt: "Resolution date",
  observations: "observation",
  observedAt: "date",
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
