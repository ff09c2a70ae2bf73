import type { TrackRecordQuery } from "./filters.ts";

export const OVERVIEW = {
  status: { hours: 12 },
  /** The oldest submissions that the reader may decide on. */
  queue: { mine: false, limit: 5 },
  outcomes: { state: "unconfirmed", limit: 10 },
} as const;

export const FINISHED_EVALUATIONS = { status: "finished" as const, limit: 200 };

export function partOf({ by, of }: TrackRecordQuery) {
  return by === undefined ? {} : { by, of: of ?? "" };
}

export function binInput(query: TrackRecordQuery, bin: number) {
  return { ...partOf(query), bin, after: query.after, order: "newest" as const, limit: 50 };
}

/** Input of `outcomes.scored`: the questions with the worst forecasts. */
export function worstInput(query: TrackRecordQuery) {
  return { ...partOf(query), order: "worst" as const, limit: 10 };
}
