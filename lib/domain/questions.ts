import { namesOf } from "#lib/names-of.ts";

/**
 * Phases of a question. `open`: the resolution date is ahead and no outcome is confirmed. `soon`: open, and the
 * resolution date is at most SOON_DAYS ahead. `overdue`: the resolution date has passed and no outcome is confirmed.
 * `resolved`: an outcome is confirmed. `overdue` questions have a forecast; `expired` ones are approved, but the
 * resolution date passed before their first forecast.
 */
export const PHASE_LABELS = {
  open: "Open",
  soon: "Resolving soon",
  overdue: "Overdue",
  resolved: "Resolved",
  expired: "Expired",
} as const;

export type QuestionPhase = keyof typeof PHASE_LABELS;

export const QUESTION_PHASES = namesOf(PHASE_LABELS);

export const SOON_DAYS = 7;

/** Length of the period over which the list shows the change of a forecast, in days. */
export const CHANGE_DAYS = 7;

/** Length of the period in which the list draws the trend of a forecast, in days. */
export const TREND_DAYS = 30;

/** `resolution`: earliest resolution date first; of resolved questions, the latest first. `activity`: latest first. */
export const QUESTION_ORDERS = ["resolution", "activity"] as const;

export type QuestionOrder = (typeof QUESTION_ORDERS)[number];
