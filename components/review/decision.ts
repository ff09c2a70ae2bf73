import { CHECKS } from "#components/submissions/checks.ts";
import type { Outputs } from "#components/ui/trpc.ts";

export type Verdict = "approve" | "changes" | "reject";
type Checklist = Readonly<Record<(typeof CHECKS)[number]["name"], boolean>>;

/** What a reviewer has entered so far. */
export interface Draft {
  readonly binding: Verdict | undefined;
  readonly quality: Verdict | undefined;
  readonly checklist: Checklist;
  readonly note: string;
}

export const EMPTY: Draft = {
  binding: undefined,
  quality: undefined,
  checklist: { exclusive: false, decidable: false, cutoff: false, sources: false },
  note: "",
};

/** What is missing before the decision can be sent; undefined: nothing. The server checks again. */
export function missing({ binding, quality, checklist, note }: Draft): string | undefined {
  if (binding === undefined || quality === undefined) return "Choose both verdicts.";
  const verdicts = { binding, quality };
  const open = CHECKS.filter(({ name, of }) => verdicts[of] === "approve" && !checklist[name]);
  if (open.length > 0) return "To approve, tick the checklist items.";
  const approvesBoth = binding === "approve" && quality === "approve";
  return approvesBoth || note.trim() !== "" ? undefined : "Explain why in the note.";
}

/** Why this reader cannot decide; undefined: they can. */
export function blockedReason(
  submission: Outputs["submissions"]["get"],
  wrote: boolean,
  { memberId, role }: { readonly memberId: string; readonly role: string },
): string | undefined {
  if (submission.status !== "submitted") return "Already decided or withdrawn.";
  if (role !== "reviewer") return "Only members with the role reviewer decide.";
  if (wrote) return "You wrote this task or a version of it: another reviewer must decide.";
  if (submission.verdicts.some(({ reviewerId }) => reviewerId === memberId)) {
    return "You have given your verdicts. It waits for another reviewer.";
  }
  return undefined;
}
