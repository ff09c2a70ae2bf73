import * as z from "zod/mini";
import { ERROR_CODES } from "#lib/contract/error-table.ts";
import { STATUSES } from "#lib/contract/statuses.ts";
import { SHOWN_EVENTS } from "#lib/domain/audit-events.ts";
import { EVALUATION_STATUSES } from "#lib/domain/evaluations.ts";
import { actorId, day, digest, id, option, release, sequence, words } from "#lib/domain/identifiers.ts";
import { QUESTION_STATES } from "#lib/domain/outcomes.ts";
import { QUESTION_ORDERS, QUESTION_PHASES } from "#lib/domain/questions.ts";
import { HORIZON_NAMES } from "#lib/domain/sources.ts";
import { ORIGINS } from "#lib/domain/submissions.ts";
import { tag } from "#lib/domain/tags.ts";
import { DIMENSION_NAMES, SPLITS, VIEW_NAMES } from "#lib/domain/track-record.ts";
import { namesOf } from "#lib/names-of.ts";
import { defineFilter, defineList, type FilterOf, type SearchParams } from "./filter.ts";
import { routes } from "./routes.ts";

/** A range of UTC days; `before` is exclusive. */
const days = { from: day, before: day };

const FORECAST_FIELDS = {
  task: digest,
  release,
  /** The chosen option. */
  option,
  text: words,
  tag,
  ...days,
  after: sequence,
};
export type ForecastsQuery = FilterOf<typeof FORECAST_FIELDS>;
export const forecastList = defineList(routes.forecasts, FORECAST_FIELDS);

/** Returns the ids of at most four forecasts to compare. */
export function readCompared({ id: ids = [] }: SearchParams): string[] {
  const given = Array.isArray(ids) ? ids : [ids];
  const valid = given.map((one) => one.trim().toLowerCase()).filter((one) => id.safeParse(one).success);
  return [...new Set(valid)].slice(0, 4);
}

const AUDIT_FIELDS = {
  show: z.enum(namesOf(SHOWN_EVENTS)),
  code: z.enum(ERROR_CODES),
  request: id,
  /** The id of a credential or a member, or a substring of its name or email address. */
  who: actorId,
  task: digest,
  release,
  ...days,
  after: sequence,
};
export type AuditQuery = FilterOf<typeof AUDIT_FIELDS>;
export const auditList = defineList(routes.auditLog, AUDIT_FIELDS, ["show"]);

export function auditInput(query: AuditQuery) {
  const { kinds } = SHOWN_EVENTS[query.show ?? "attempts"];
  return { ...auditList.toPage(query), kinds: kinds && [...kinds] };
}

const SUBMISSION_FIELDS = {
  /** Lists the submissions of all authors. If absent, only the reader's own submissions are listed. */
  whose: z.literal("all"),
  status: z.enum(STATUSES),
  tag,
  text: words,
  after: id,
};
export type SubmissionsQuery = FilterOf<typeof SUBMISSION_FIELDS>;
export const submissionList = defineList(routes.submissions, SUBMISSION_FIELDS, ["whose"]);

export function submissionsInput(query: SubmissionsQuery, memberId: string) {
  return { ...submissionList.toPage(query), authorId: query.whose === "all" ? undefined : memberId };
}

const REVIEW_FIELDS = {
  task: digest,
  origin: z.enum(ORIGINS),
  tag,
  text: words,
  /**
   * `me`: the reader may decide. `others`: the reader wrote the submission or has decided on it. `assigned`: the
   * submission is assigned to the reader.
   */
  turn: z.enum(["me", "others", "assigned"]),
  after: id,
  decided: id,
};
export type ReviewQuery = FilterOf<typeof REVIEW_FIELDS>;
export const reviewList = defineList(routes.review, REVIEW_FIELDS, ["turn", "decided"]);

export function turnInput({ turn }: ReviewQuery) {
  if (turn === "assigned") return { assigned: true };
  return turn === undefined ? {} : { mine: turn === "others" };
}

/**
 * Returns the input of `reviews.neighbours`: submissions that the reader may decide on, unless the filter selects
 * others.
 */
export function neighboursInput({ turn = "me", ...query }: ReviewQuery, submissionId: string) {
  return { ...reviewList.toFilter(query), ...turnInput({ turn }), submissionId };
}

const QUESTION_FIELDS = {
  phase: z.enum(QUESTION_PHASES),
  order: z.enum(QUESTION_ORDERS),
  text: words,
  tag,
  after: digest,
};
export type QuestionsQuery = FilterOf<typeof QUESTION_FIELDS>;
export const questionList = defineList(routes.questions, QUESTION_FIELDS);

const OUTCOME_FIELDS = { state: z.enum(QUESTION_STATES), task: digest, text: words, tag, after: digest };
export type OutcomesQuery = FilterOf<typeof OUTCOME_FIELDS>;
export const outcomeList = defineList(routes.outcomes, OUTCOME_FIELDS);

const EVALUATION_FIELDS = { status: z.enum(EVALUATION_STATUSES), after: id };
export type EvaluationsQuery = FilterOf<typeof EVALUATION_FIELDS>;
export const evaluationList = defineList(routes.evaluations, EVALUATION_FIELDS);

export const comparisonFilter = defineFilter(routes.compareEvaluations, { one: id, other: id });

/** Input of `outcomes.scores`: a subgroup of the track record. If absent, all forecasts. */
const part = { by: z.enum(DIMENSION_NAMES), of: words };
export const partInput = z.partial(z.object(part)).shape;

const TRACK_RECORD_FIELDS = {
  ...part,
  view: z.enum(VIEW_NAMES),
  /** Dimension whose subgroups are compared. */
  split: z.enum(SPLITS),
  /** Index of the reliability bin whose forecasts are listed. */
  bin: z.string().check(z.regex(/^\d$/)),
  after: id,
};
export type TrackRecordQuery = FilterOf<typeof TRACK_RECORD_FIELDS>;
export const trackRecordFilter = defineFilter(routes.trackRecord, TRACK_RECORD_FIELDS);

const SOURCE_FIELDS = { horizon: z.enum(HORIZON_NAMES), tag };
export type SourcesQuery = FilterOf<typeof SOURCE_FIELDS>;
export const sourcesFilter = defineFilter(routes.sources, SOURCE_FIELDS);
export const sourcesInput = z.partial(z.object(SOURCE_FIELDS)).shape;

/** The source of a new draft: a submission to revise or copy, or a forecast whose request is copied or brought up to date. */
const DRAFT_FIELDS = { revise: id, copy: id, forecast: id, again: id };
export type DraftStart = FilterOf<typeof DRAFT_FIELDS>;
export const draftStart = defineFilter(routes.newDraft, DRAFT_FIELDS);
