import { nameOption, type OptionLabels } from "./option-label.ts";

/** What happened to a question: the states of an entry, and where a question stands. */

/** An entry is recorded by one person and confirmed by another; it is replaced when a correction counts in its place. */
export const OUTCOME_STATUSES = ["recorded", "confirmed", "replaced"] as const;

export type OutcomeStatus = (typeof OUTCOME_STATUSES)[number];

export const OUTCOME_LABELS: Readonly<Record<OutcomeStatus, string>> = {
  recorded: "unconfirmed",
  confirmed: "confirmed",
  replaced: "replaced",
};

/** What the list of questions shows: those past their resolution date without an entry, or those with one. */
export const QUESTION_STATES = ["due", "unconfirmed", "confirmed"] as const;

export type QuestionState = (typeof QUESTION_STATES)[number];

export const QUESTION_STATE_LABELS: Readonly<Record<QuestionState, string>> = {
  due: "no outcome yet",
  unconfirmed: "to confirm",
  confirmed: "confirmed",
};

export const MAX_SOURCE = 2_000;

/** Prefix of the error for an outcome decided before the information cutoff; the console then shows a checkbox. */
export const BEFORE_FIRST_FORECAST = "It was decided before the information cutoff of the first forecast";

/** What the reader may do with a question's outcome now. Computed on the server and sent with it. */
export interface OutcomePermissions {
  /** Why they may not confirm what is recorded; null: they may. */
  readonly confirm: string | null;
}

/** No option's id has a space: an option that is called `void` reads differently. */
const VOID = "void (no option happened)";

/** How an outcome reads: what the option is called, or that there is none. */
export function nameOutcome(option: string | null, labels: OptionLabels = {}): string {
  return option === null ? VOID : nameOption(option, labels);
}
