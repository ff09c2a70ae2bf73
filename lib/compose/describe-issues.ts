import type { Issue } from "#lib/contract/issue.ts";
import type { RequestForm } from "./compose-form.ts";
import { fieldErrors } from "./field-errors.ts";
import { fieldLabel } from "./field-label.ts";

/** One thing to fix, in the words of the form. */
export interface ToFix {
  readonly issue: Issue;
  /** The field, or the path of what has no field. */
  readonly where: string;
  readonly message: string;
}

/** What to fix in a request: each field once for each message, in the order of the API's checks. */
export function describeIssues(issues: readonly Issue[], form: RequestForm): readonly ToFix[] {
  const lines = issues.flatMap((issue): ToFix[] => {
    const fields = fieldErrors(issue, form);
    if (fields.length > 0) return fields.map(([field, message]) => ({ issue, where: fieldLabel(field), message }));
    return isShadow(issue, form) ? [] : [{ issue, where: issue.path || "The request", message: issue.message }];
  });
  return [...new Map(lines.map((line) => [`${line.where} ${line.message}`, line])).values()];
}

/** It follows from another violation that a field shows: options that nobody has described. */
function isShadow({ path }: Issue, { options, observations }: RequestForm): boolean {
  if (path === "/task/criteria") return options.length > 1;
  return path.startsWith("/input/context/") && observations.length > 0;
}
