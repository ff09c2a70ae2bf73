import { namesOf } from "#lib/names-of.ts";
import { nameOption, type OptionLabels } from "./option-label.ts";

/** One person records an outcome, another confirms it. A confirmed correction replaces the earlier outcome. */
export const OUTCOME_LABELS = { recorded: "unconfirmed", confirmed: "confirmed", replaced: "replaced" } as const;

export type OutcomeStatus = keyof typeof OUTCOME_LABELS;

export const OUTCOME_STATUSES = namesOf(OUTCOME_LABELS);

/** Filters of the question list. `due`: the resolution date has passed and no outcome is recorded. */
export const QUESTION_STATE_LABELS = { due: "Due", unconfirmed: "To confirm", confirmed: "Confirmed" } as const;

export type QuestionState = keyof typeof QUESTION_STATE_LABELS;

export const QUESTION_STATES = namesOf(QUESTION_STATE_LABELS);

/** Numbers of questions. `confirmable` questions are unconfirmed, and the reader may confirm their outcome. */
export type OutcomeCounts = Readonly<Record<QuestionState | "confirmable", number>>;

/** Returns the state with work for the reader: outcomes to confirm before outcomes to record. */
export function stateWithWork({ confirmable, due, unconfirmed }: OutcomeCounts): QuestionState {
  return confirmable > 0 || (due === 0 && unconfirmed > 0) ? "unconfirmed" : "due";
}

export const MAX_SOURCE = 2_000;

/** Start of an error message. The console recognises it and shows a checkbox that confirms the early time. */
export const BEFORE_FIRST_FORECAST = "The outcome was decided before the information cutoff of the first forecast";

/** Option ids contain no spaces, so this text differs from an option named `void`. */
const VOID = "void (no option happened)";

export function nameOutcome(option: string | null, labels: OptionLabels = {}): string {
  return option === null ? VOID : nameOption(option, labels);
}
