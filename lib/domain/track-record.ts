import { nameFinding } from "#lib/findings/finding-names.ts";
import { visible } from "#lib/format.ts";
import { namesOf } from "#lib/names-of.ts";
import { ORIGIN_LABELS, ORIGINS } from "./submissions.ts";

/** The only value of the dimension `early`: scores of questions that were decided before their resolution date. */
export const EARLY = "decided early";

/** The only value of the dimension `retrospective`: scores of forecasts whose outcome the model may know. */
export const RETROSPECTIVE = "retrospective";

/** The value of forecasts without findings in the dimension `finding`. */
export const NO_FINDING = "no finding";

export const DIMENSION_LABELS = {
  all: "All forecasts",
  month: "Month of the resolution date",
  version: "Release version",
  horizon: "Horizon: from the information cutoff to the resolution date",
  tag: "Tag",
  options: "Number of options",
  origin: "Origin of the submission",
  finding: "Finding on the request",
  review: "Review before the approval",
  reviewer: "Reviewer who approved the input",
  early: "Decided early: not in the record until the resolution date",
  retrospective: "Retrospective: the information cutoff is before the model’s training cutoff; not in the record",
} as const;

export type Dimension = keyof typeof DIMENSION_LABELS;

export const DIMENSION_NAMES = namesOf(DIMENSION_LABELS);

/** Dimensions whose subgroups the track record compares, in the order of the page. */
export const SPLIT_LABELS = {
  horizon: "Horizon",
  tag: "Tag",
  options: "Number of options",
  version: "Release version",
  origin: "Origin",
  finding: "Finding",
  review: "Review history",
  reviewer: "Reviewer",
} as const satisfies Partial<Record<Dimension, string>>;

export const SPLITS = namesOf(SPLIT_LABELS);

/** Tabs of the track record. The first one is also its start. */
export const RECORD_VIEWS = {
  reliability: "Reliability",
  scores: "Scores",
  time: "Over time",
  references: "References",
  subgroups: "Subgroups",
  forecasts: "Forecasts",
} as const;

export const VIEW_NAMES = namesOf(RECORD_VIEWS);

/** Returns the label of a subgroup. Codes become words; free text, such as a tag, stays unchanged. */
export function namePart(dimension: Dimension, label: string): string {
  if (dimension === "finding") return nameFinding(label);
  const origin = dimension === "origin" ? ORIGINS.find((one) => one === label) : undefined;
  if (origin !== undefined) return ORIGIN_LABELS[origin].short;
  return dimension === "reviewer" ? label : visible(label);
}

/** The strictest decision on a question before the input of a forecast was approved. */
export const REVIEW_HISTORIES = ["approved at once", "after changes were requested", "after a rejection"] as const;

export type ReviewHistory = (typeof REVIEW_HISTORIES)[number];
