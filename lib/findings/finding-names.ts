import type { FindingKind } from "./finding.ts";

const NAMES: Readonly<Record<FindingKind, string>> = {
  "as-of-before-training-cutoff": "cutoff before the end of the model’s training",
  "as-of-in-future": "cutoff in the future",
  "date-after-as-of": "date after the cutoff",
  "dates-not-checked": "dates not checked",
  "duplicate-observation": "duplicate observation",
  "empty-context": "no observations",
  "empty-text": "empty text",
  "long-context": "very long observations",
  "near-duplicate-observation": "nearly duplicate observation",
  "observation-much-older": "observation much older than the others",
  "resolution-names-no-source": "resolution names no source",
  "similar-options": "similar options",
  "unusable-structured-data": "structured data that is not used",
  "url-date-after-as-of": "link dated after the cutoff",
};

/** Returns the label of a kind of finding. Stored kinds that no longer exist are shown by their id. */
export function nameFinding(kind: string): string {
  return Object.hasOwn(NAMES, kind) ? NAMES[kind as FindingKind] : kind.replaceAll("-", " ");
}
