import { printOrderedRequest } from "#lib/contract/print-in-order.ts";
import type { OrderedRequest } from "#lib/contract/request.ts";
import { titleOf } from "#lib/domain/submissions.ts";
import { type DraftContent, emptyForm } from "./compose-form.ts";
import { readForm } from "./read-form.ts";

interface Source extends OrderedRequest {
  readonly title?: string | undefined;
  readonly ordered?: boolean | undefined;
  readonly supersedes?: string | undefined;
}

/** Returns the initial content of a draft: empty, or copied from an earlier request. */
export function startContent(release: string, source?: Source): DraftContent {
  const reading = source === undefined ? undefined : readForm(printOrderedRequest(source));
  const form = reading?.ok ? reading.form : emptyForm(release);
  return {
    form: { ...form, title: typedTitle(source), note: "", ordered: source?.ordered ?? false },
    supersedes: source?.supersedes ?? null,
    typed: null,
  };
}

/**
 * Returns the title only if it was typed. A title derived from the question must follow later edits of the question.
 */
function typedTitle(source: Source | undefined): string {
  if (source?.title === undefined) return "";
  return source.title === titleOf("", source.request.task.instructions) ? "" : source.title;
}
