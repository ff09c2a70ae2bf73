import * as z from "zod/mini";
import type { DECIDED } from "#lib/contract/statuses.ts";

/** Ordered from the mildest to the strictest. */
export const VERDICTS = ["approve", "changes", "reject"] as const;

export type Verdict = (typeof VERDICTS)[number];

/** Status of a submission if both verdicts are the same. Its label and tone are also the verdict's. */
export const VERDICT_STATUS = {
  approve: "approved",
  changes: "changes_requested",
  reject: "rejected",
} as const satisfies Readonly<Record<Verdict, (typeof DECIDED)[number]>>;

export function strictest(verdicts: readonly Verdict[]): Verdict {
  return VERDICTS.findLast((verdict) => verdicts.includes(verdict)) ?? "approve";
}

/** The two verdicts of a decision. `binding`: the release may answer the task. `quality`: the input is good enough. */
export const JUDGED = ["binding", "quality"] as const;

/** The review checklist. `of` is the verdict whose approval requires the item. */
export const CHECKS = [
  { name: "exclusive", label: "The options are mutually exclusive and exhaustive", of: "binding" },
  { name: "decidable", label: "The outcome can be decided by the resolution criteria", of: "binding" },
  { name: "cutoff", label: "No observation contains information later than the information cutoff", of: "quality" },
  { name: "sources", label: "The sources are adequate", of: "quality" },
] as const;

export const checklistSchema = z.record(z.enum(CHECKS.map(({ name }) => name)), z.boolean());

export type Checklist = Readonly<z.output<typeof checklistSchema>>;

export function checklistOf(answer: boolean): Checklist {
  return checklistSchema.parse(Object.fromEntries(CHECKS.map(({ name }) => [name, answer])));
}

export interface EnteredDecision {
  readonly binding: Verdict | undefined;
  readonly quality: Verdict | undefined;
  readonly checklist: Checklist;
  readonly note: string;
  /** Day in UTC on which the approval expires, YYYY-MM-DD. Undefined or empty: APPROVAL_MAX_DAYS, or never. */
  readonly expiresOn?: string | undefined;
}

/**
 * Toggles one item of the checklist. Ticking every item of a verdict approves it, unless the reviewer has chosen
 * another verdict.
 */
export function toggleCheck(entered: EnteredDecision, item: keyof Checklist): EnteredDecision {
  const checklist = { ...entered.checklist, [item]: !entered.checklist[item] };
  const isWhole = (judged: (typeof JUDGED)[number]) => CHECKS.every(({ name, of }) => of !== judged || checklist[name]);
  return {
    ...entered,
    checklist,
    binding: entered.binding ?? (isWhole("binding") ? "approve" : undefined),
    quality: entered.quality ?? (isWhole("quality") ? "approve" : undefined),
  };
}

export function missingFrom({ binding, quality, checklist, note }: EnteredDecision): string | undefined {
  if (binding === undefined || quality === undefined) return "Choose both verdicts.";
  const verdicts = { binding, quality };
  const open = CHECKS.filter(({ name, of }) => verdicts[of] === "approve" && !checklist[name]);
  if (open.length > 0) return `To approve, tick the checklist: ${open.map(({ label }) => label).join("; ")}.`;
  const approvesBoth = binding === "approve" && quality === "approve";
  return approvesBoth || note.trim() !== ""
    ? undefined
    : "Explain in the note why you request changes or reject the submission.";
}

/** The two permissions that an approval creates. Each can be revoked. */
export const GRANTS = ["binding", "approval"] as const;

export type Grant = (typeof GRANTS)[number];

/** The stored reason of a binding or an approval that a later review replaced. Members must state a reason. */
export const REPLACED = "";
