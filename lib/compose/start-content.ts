import { printOrderedRequest } from "#lib/contract/print-in-order.ts";
import type { OrderedRequest } from "#lib/contract/request.ts";
import { emptyForm } from "./compose-form.ts";
import type { DraftContent } from "./draft-content.ts";
import { readForm } from "./read-form.ts";

interface Source extends OrderedRequest {
  readonly title?: string | undefined;
  /** Where the draft revises a submission: which. */
  readonly supersedes?: string | undefined;
}

/** What a new draft begins with: nothing, or another's request. */
export function startContent(release: string, source?: Source): DraftContent {
  const reading = source === undefined ? undefined : readForm(printOrderedRequest(source));
  const form = reading?.ok ? reading.form : emptyForm(release);
  return { title: source?.title ?? "", note: "", supersedes: source?.supersedes ?? null, form, typed: null };
}
