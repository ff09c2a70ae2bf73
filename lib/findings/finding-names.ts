/** The label of each kind of finding. */
const NAMES = {
  "as-of-before-training-cutoff": "information cutoff before the model’s training cutoff",
  "as-of-in-future": "information cutoff in the future",
  "date-after-as-of": "date after the cutoff",
  "duplicate-observation": "duplicate observation",
  "empty-context": "no observations",
  "empty-text": "empty text",
  "invisible-characters": "invisible characters",
  "long-context": "too much context to review",
  "near-duplicate-observation": "nearly duplicate observation",
  "observation-much-older": "observation much older than the others",
  "other-order": "other order of the options",
  "resolution-names-no-source": "resolution criteria without a source",
  "similar-options": "similar options",
  "unusable-structured-data": "structured data that the release cannot use",
  "url-date-after-as-of": "link dated after the cutoff",
} as const;

export type FindingKind = keyof typeof NAMES;

/** Returns the label of a kind of finding. Any other text, such as "no finding", stays unchanged. */
export function nameFinding(kind: string): string {
  return Object.hasOwn(NAMES, kind) ? NAMES[kind as FindingKind] : kind;
}
