import type { TrackRecordQuery } from "./filters.ts";

/** How far the overview looks back, and how many forecasts it lists. */
export const OVERVIEW_HOURS = 12;
export const OVERVIEW_FORECASTS = 6;

/** What the overview shows of the review queue: the oldest submissions that the reader may decide on. */
export const OVERVIEW_QUEUE = { mine: false, limit: 5 };

/** And of the outcomes that wait for their confirmation. */
export const OVERVIEW_OUTCOMES = { state: "unconfirmed", limit: 10 } as const;

/** Input of `evaluations.list`: evaluations that can be compared. */
export const FINISHED_EVALUATIONS = { status: "finished" as const, limit: 200 };

/** Returns the input of `outcomes.scores` for a page. */
export function partOf({ by, of }: TrackRecordQuery) {
  return by === undefined ? {} : { by, of: of ?? "" };
}

/** Returns the input of `outcomes.scored` for a bin of the reliability diagram. */
export function binInput(query: TrackRecordQuery, bin: number) {
  return { ...partOf(query), bin, after: query.after, order: "newest" as const, limit: 50 };
}

export function extremesInput(query: TrackRecordQuery, order: "worst" | "best") {
  return { ...partOf(query), order, limit: 5 };
}
