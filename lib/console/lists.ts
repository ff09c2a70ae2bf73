import { EARLY } from "#lib/domain/track-record.ts";
import type { TrackRecordQuery } from "./filters.ts";

export const OVERVIEW_HOURS = 12;
export const OVERVIEW_FORECASTS = 6;

/** The overview's review queue: the oldest submissions that the reader may decide on. */
export const OVERVIEW_QUEUE = { mine: false, limit: 5 };

/** The latest submission, which decides the overview's first steps. */
export const OVERVIEW_SUBMISSIONS = { limit: 1 };

export const OVERVIEW_OUTCOMES = { state: "unconfirmed", limit: 10 } as const;

export const FINISHED_EVALUATIONS = { status: "finished" as const, limit: 200 };

export function partOf({ by, of }: TrackRecordQuery) {
  return by === undefined ? {} : { by, of: of ?? "" };
}

export function binInput(query: TrackRecordQuery, bin: number) {
  return { ...partOf(query), bin, after: query.after, order: "newest" as const, limit: 50 };
}

export function extremesInput(query: TrackRecordQuery, order: "worst" | "best") {
  return { ...partOf(query), order, limit: 5 };
}

/** Input of `outcomes.scored`: the newest forecasts of questions that were decided early. */
export const EARLY_INPUT = { by: "early" as const, of: EARLY, limit: 5 };
