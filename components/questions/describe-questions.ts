import { CHANGE_DAYS, type QuestionPhase, SOON_DAYS, TREND_DAYS } from "#lib/domain/questions.ts";
import { formatPoints } from "#lib/stats/format-percent.ts";

/** Says why a phase lists no question, without other filters. */
export const NO_QUESTIONS: Readonly<Record<QuestionPhase, string>> = {
  open: "A question is open from its approval or first forecast until its outcome is confirmed or its resolution date passes.",
  soon: `No open question resolves within the next ${SOON_DAYS} days.`,
  overdue: "Every forecast question past its resolution date has a confirmed outcome.",
  resolved: "No outcome has been confirmed yet.",
  expired: "Every approved question past its resolution date had a forecast before.",
};

export function describeTrend(): string {
  return `Forecasts of the last ${TREND_DAYS} days, and the change in ${CHANGE_DAYS} days`;
}

/** `change`: "new" if the first forecast is more recent than CHANGE_DAYS; null if the last one is older. */
export function describeChange(change: number | "new" | null): string {
  if (change === null) return "–";
  return change === "new" ? "new" : formatPoints(change);
}
