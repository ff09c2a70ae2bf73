import { namesOf } from "#lib/names-of.ts";

/**
 * Phases of a question. `open`: the resolution date is ahead and no outcome is confirmed. `soon`: open, and the
 * resolution date is at most SOON_DAYS ahead. `overdue`: the resolution date has passed and no outcome is confirmed.
 * `resolved`: an outcome is confirmed.
 */
export const PHASE_LABELS = { open: "Open", soon: "Resolving soon", overdue: "Overdue", resolved: "Resolved" } as const;

export type QuestionPhase = keyof typeof PHASE_LABELS;

export const QUESTION_PHASES = namesOf(PHASE_LABELS);

export const SOON_DAYS = 7;

/** Length of the period over which the list shows the change of a forecast, in days. */
export const CHANGE_DAYS = 7;

/**
 * `resolution`: earliest resolution date first; of resolved questions, the latest first. `activity`: latest activity
 * first. `change`: largest change of the forecast first, among the MAX_MOVED questions with the latest activity.
 */
export const QUESTION_ORDERS = ["resolution", "activity", "change"] as const;

export type QuestionOrder = (typeof QUESTION_ORDERS)[number];

export const MAX_MOVED = 200;
