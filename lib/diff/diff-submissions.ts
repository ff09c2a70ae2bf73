import type { PredictionRequest } from "#lib/contract/request.ts";
import { type Change, diffFields } from "./diff-fields.ts";

interface Compared {
  readonly request: PredictionRequest;
  /** The option ids in the author's order, which the request loses for ids such as `10`. */
  readonly options: readonly string[];
}

/** Returns the changes between two submissions: the content, and the order in which the options are listed. */
export function diffSubmissions(before: Compared, after: Compared): Change[] {
  return [
    ...diffFields(contentOf(before), contentOf(after)),
    ...(isReordered(before.options, after.options) ? [{ kind: "moved", path: "task.criteria" } as const] : []),
  ];
}

function contentOf({ request: { task, input } }: Compared) {
  return { task, input };
}

/** Compares only the options that both submissions have. An added or removed option is a change of the content. */
function isReordered(before: readonly string[], after: readonly string[]): boolean {
  const kept = before.filter((option) => after.includes(option));
  const found = after.filter((option) => before.includes(option));
  return kept.some((option, index) => option !== found[index]);
}
