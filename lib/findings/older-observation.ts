import { type Instant, readDateTime, secondsBetween } from "#lib/contract/date-time.ts";
import { readHistory } from "#lib/contract/history.ts";
import { pointer } from "#lib/contract/issue.ts";
import { isObservationKind, type ObservationKind } from "#lib/contract/observation-kinds.ts";
import type { Observation } from "#lib/contract/request.ts";
import type { Detector } from "./finding.ts";

const DAY = 86_400;
/** The minimum difference in age, in days. */
const GAP = 90;
/** The minimum ratio between the ages of the older and the newer observations. */
const TIMES = 4;

/** Kinds of observation that become outdated. */
const AGING: Readonly<Record<ObservationKind, boolean>> = {
  forecast: true,
  counts: false,
  measurement: true,
  history: true,
  partition: false,
};

/**
 * Reports observations that are far older than the rest. In order of age, these are the observations in the older half
 * after the first gap of at least 90 days that also makes the age at least four times as large. The age of a history is
 * that of its latest value. Ignores observations that do not become outdated.
 */
export const findOlderObservations: Detector = ({ input }) => {
  const cutoff = readDateTime(input.as_of);
  if (!cutoff.ok) return [];
  const aged = input.context
    .flatMap((item, observation) => {
      const observed = readDateTime(item.observed_at);
      if (!ages(item) || !observed.ok) return [];
      const latest = latestValue(item);
      const days = secondsBetween(latest ?? observed.instant, cutoff.instant) / DAY;
      return [{ observation, days, subject: latest === undefined ? "This observation" : "The latest value" }];
    })
    .sort((a, b) => a.days - b.days);
  if (aged.length < 3) return [];
  const gap = aged.findIndex(({ days }, index) => {
    const before = aged[index - 1]?.days;
    if (before === undefined || index < Math.ceil(aged.length / 2)) return false;
    return days - before >= GAP && days >= TIMES * Math.max(before, 1);
  });
  const rest = aged[gap - 1];
  if (gap === -1 || rest === undefined) return [];
  return aged.slice(gap).map(({ observation, days, subject }) => ({
    id: "observation-much-older",
    severity: "low",
    path: pointer(["input", "context", observation, "observed_at"]),
    message: `${subject} is ${Math.round(days)} days older than the information cutoff, while most other observations are at most ${Math.ceil(rest.days)} days older. Check its date and whether it is still relevant to the question.`,
  }));
};

/** Returns the time of a history's latest value; undefined for any other observation. */
function latestValue(item: Observation): Instant | undefined {
  const history = item.type === "structured" && item.data.kind === "history" ? readHistory(item.data) : undefined;
  return history?.ok ? history.values.at(-1)?.instant : undefined;
}

function ages(item: Observation): boolean {
  return item.type === "text" || !isObservationKind(item.data.kind) || AGING[item.data.kind];
}
