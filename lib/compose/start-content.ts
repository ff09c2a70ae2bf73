import { printOrderedRequest } from "#lib/contract/print-in-order.ts";
import type { OrderedRequest } from "#lib/contract/request.ts";
import { type DraftContent, emptyForm } from "./compose-form.ts";
import { readForm } from "./read-form.ts";

interface Source extends OrderedRequest {
  readonly title?: string | undefined;
  readonly ordered?: boolean | undefined;
  /** The submission that the draft revises. */
  readonly supersedes?: string | undefined;
}

/** What a new draft starts from: nothing, or an earlier request. */
export function startContent(release: string, source?: Source): DraftContent {
  const reading = source === undefined ? undefined : readForm(printOrderedRequest(source));
  const form = reading?.ok ? reading.form : emptyForm(release);
  return {
    form: { ...form, title: source?.title ?? "", note: "", ordered: source?.ordered ?? false },
    supersedes: source?.supersedes ?? null,
    typed: null,
  };
}
