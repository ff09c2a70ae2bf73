import type { Tone } from "#components/ui/status-badge.tsx";
import { countOf, visible } from "#lib/format.ts";
import type { Validation } from "./use-validation.ts";

export interface DraftState {
  readonly isChecked: boolean;
  /** Number of fields with an error. */
  readonly toFix: number;
  /** Hides errors until the form is submitted. */
  readonly isQuiet: boolean;
  readonly validation: Pick<Validation, "error" | "report">;
}

/** Returns the state of a draft in a word, and its meaning. */
export function describeDraft({ isChecked, toFix, validation: { report, error }, isQuiet }: DraftState): {
  readonly tone: Tone;
  readonly word: string;
  readonly words: string;
} {
  const entries = countOf(toFix, "entry", "entries");
  if (!isChecked) return { tone: "off", word: "Draft", words: "" };
  if (toFix > 0 && isQuiet) return { tone: "off", word: "Draft", words: `${entries} to complete.` };
  if (toFix > 0) return { tone: "bad", word: `${entries} to fix`, words: "" };
  if (error !== null) {
    return { tone: "warn", word: "Valid", words: `The automated checks failed to run: ${visible(error.message)}` };
  }
  if (report === undefined) return { tone: "off", word: "Checking…", words: "" };
  if (report.ok) return { tone: "good", word: "Ready to run", words: "The question and its evidence are approved." };
  if (!report.needsReview) {
    return { tone: "warn", word: "No forecast", words: visible(report.answer?.error.message ?? "") };
  }
  const mustFix = report.findings.filter(({ severity }) => severity === "high").length;
  if (mustFix === 0) {
    return { tone: "good", word: "Ready to submit", words: "You can run it once it is approved." };
  }
  return {
    tone: "warn",
    word: `Valid, ${countOf(mustFix, "finding")} to fix`,
    words: "You can submit the draft. Reviewers see the same findings.",
  };
}
