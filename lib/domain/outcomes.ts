import { nameOption, type OptionLabels } from "./option-label.ts";

/** One person records an entry and another confirms it. An entry is replaced once a correction is confirmed. */
export const OUTCOME_STATUSES = ["recorded", "confirmed", "replaced"] as const;

export type OutcomeStatus = (typeof OUTCOME_STATUSES)[number];

export const OUTCOME_LABELS: Readonly<Record<OutcomeStatus, string>> = {
  recorded: "unconfirmed",
  confirmed: "confirmed",
  replaced: "replaced",
};

/** Filters of the list of questions: past the resolution date without an entry, or with an entry. */
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

/** The reader's permissions on a question's outcome. Computed on the server and sent with it. */
export interface OutcomePermissions {
  /** The reason why the reader may not confirm the recorded outcome; null if they may. */
  readonly confirm: string | null;
}

/** Option ids contain no spaces, so this text differs from an option named `void`. */
const VOID = "void (no option happened)";

export function nameOutcome(option: string | null, labels: OptionLabels = {}): string {
  return option === null ? VOID : nameOption(option, labels);
}
