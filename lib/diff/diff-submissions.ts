import type { PredictionRequest } from "#lib/contract/request.ts";
import { type Change, diffFields } from "./diff-fields.ts";

interface Compared {
  readonly request: PredictionRequest;
  /** The option ids in the author's order, which the request loses for ids such as `10`. */
  readonly options: readonly string[];
  readonly ordered: boolean;
}

/**
 * Returns the changes between two submissions: the content, the order of the options, and whether the options are
 * declared to have a meaningful order.
 */
export function diffSubmissions(before: Compared, after: Compared): Change[] {
  return [
    ...diffFields(contentOf(before), contentOf(after)),
    ...(isReordered(before.options, after.options) ? [{ kind: "moved", path: "task.criteria" } as const] : []),
    ...diffFields(sayOrder(before), sayOrder(after), "ordered"),
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

function sayOrder({ ordered }: Compared): string {
  return ordered ? "declared" : "not declared";
}
