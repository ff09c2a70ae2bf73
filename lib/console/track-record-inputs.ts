import type { TrackRecordQuery } from "./track-record-filter.ts";

/** The input of `outcomes.scores` for a page. */
export function partOf({ by, of }: TrackRecordQuery) {
  return by === undefined ? {} : { by, of: of ?? "" };
}

const BIN_PAGE = 50;
const EXTREMES = 5;

/** The inputs of `outcomes.scored` for the page: the forecasts of a bin, and the worst or the best. */
export function binInput(query: TrackRecordQuery, bin: number) {
  return { ...partOf(query), bin, after: query.after, order: "newest" as const, limit: BIN_PAGE };
}

export function extremesInput(query: TrackRecordQuery, order: "worst" | "best") {
  return { ...partOf(query), order, limit: EXTREMES };
}
