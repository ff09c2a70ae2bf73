import type { ComposeForm } from "#lib/compose/compose-form.ts";
import type { DraftContent } from "#lib/compose/draft-content.ts";

/** What the fields of the composer hold: the request, and what its author says of it. */
export interface ComposeValues extends ComposeForm {
  readonly title: string;
  readonly note: string;
}

export function toValues({ form, title, note }: DraftContent): ComposeValues {
  return { ...form, title, note };
}

export function toContent(
  { title, note, ...form }: ComposeValues,
  typed: string | null,
  supersedes: string | null,
): DraftContent {
  return { title, note, supersedes, form, typed };
}
