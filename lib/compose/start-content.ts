import type { PredictionRequest } from "#lib/contract/request.ts";
import { emptyForm } from "./compose-form.ts";
import type { DraftContent } from "./draft-content.ts";
import { readRequest } from "./read-form.ts";

interface Source {
  readonly request: PredictionRequest;
  readonly title?: string | undefined;
  /** Where the draft revises a submission: which. */
  readonly supersedes?: string | undefined;
}

/** What a new draft begins with: nothing, or another's request. */
export function startContent(release: string, source?: Source): DraftContent {
  const reading = source === undefined ? undefined : readRequest(source.request);
  const form = reading?.ok ? reading.form : emptyForm(release);
  return { title: source?.title ?? "", note: "", supersedes: source?.supersedes ?? null, form, typed: null };
}
