import * as z from "zod/mini";
import { id, words } from "#lib/domain/identifiers.ts";
import { DIMENSION_NAMES } from "#lib/domain/track-record.ts";
import { defineFilter, type FilterOf } from "./filter.ts";
import { routes } from "./routes.ts";

const dimension = z.enum(DIMENSION_NAMES);

const FIELDS = {
  /** The part of the record that the page is about: a dimension and its value. */
  by: dimension,
  of: words,
  /** The bin of the reliability diagram whose forecasts are shown, from 0. */
  bin: z.string().check(z.regex(/^\d$/)),
  after: id,
};

export type TrackRecordQuery = FilterOf<typeof FIELDS>;

/** What the track record shows, in the address of its page. */
export const trackRecordFilter = defineFilter(FIELDS, routes.trackRecord);

/** A part of the track record in the input of `outcomes.scores`, and of its downloads; without it, all of it. */
export const partInput = { by: z.optional(dimension), of: z.optional(words) };
