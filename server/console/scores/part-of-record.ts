import { and, eq, gt, isNull, lte, type SQL, sql } from "drizzle-orm";
import { type Dimension, NO_FINDING } from "#lib/domain/track-record.ts";
import { questionHasTag } from "#server/db/has-tag.ts";
import { forecastScores } from "#server/db/outcome-schema.ts";

/** A part of the track record: all scores whose `dimension` has this `value`. */
export interface Part {
  readonly dimension: Dimension;
  readonly value: string;
}

export const WHOLE: Part = { dimension: "all", value: "" };

/** Returns the part with the value `of` in the dimension `by`; the whole track record if `by` is undefined. */
export function readPart({
  by,
  of = "",
}: {
  readonly by?: Dimension | undefined;
  readonly of?: string | undefined;
}): Part {
  return by === undefined ? WHOLE : { dimension: by, value: of };
}

/** Returns an SQL condition for the scores of forecasts in a part at the time `now`. */
export function isInPart(part: Part, now: Date): SQL | undefined {
  const { predictionId, countsFrom, retrospective } = forecastScores;
  if (part.dimension === "early") return and(isNull(predictionId), gt(countsFrom, now));
  const isCounted = and(isNull(predictionId), lte(countsFrom, now));
  return and(isCounted, eq(retrospective, part.dimension === "retrospective"), hasValue(part));
}

function hasValue({ dimension, value }: Part): SQL | undefined {
  const scores = forecastScores;
  switch (dimension) {
    case "all":
    case "early":
    case "retrospective":
      return undefined;
    case "month":
      return sql`to_char(${scores.countsFrom} at time zone 'UTC', 'YYYY-MM') = ${value}`;
    case "options":
      return sql`cardinality(${scores.probabilities})::text = ${value}`;
    case "finding":
      return value === NO_FINDING ? sql`cardinality(${scores.findings}) = 0` : sql`${value} = any(${scores.findings})`;
    case "reviewer":
      return sql`${value} = any(${scores.reviewers})`;
    case "tag":
      return questionHasTag(scores.taskId, value);
    default:
      return sql`${scores[dimension]} = ${value}`;
  }
}
