import * as z from "zod/mini";
import { defineFilter, type FilterOf } from "./filter.ts";
import { digest, id } from "./identifiers.ts";
import { PAGE } from "./lists.ts";
import { routes } from "./routes.ts";
import { ORIGINS } from "./submissions.ts";
import { tag } from "./tags.ts";

const origin = z.enum(ORIGINS);

const FIELDS = {
  /** A task id. */
  task: digest,
  origin,
  /** Of the submission or of its question. */
  tag,
  /** Whose turn: the reader's, or another reviewer's. */
  turn: z.enum(["me", "others"]),
  after: id,
  /** The submission that the reader has just decided on. */
  decided: id,
};

export type ReviewQuery = FilterOf<typeof FIELDS>;

/** The filter of the review queue in the address of its page. */
export const reviewFilter = defineFilter(FIELDS, routes.review);

/** The same filter in the input of `reviews.queue`. `mine`: the reader wrote it or has decided. */
export const reviewFilterInput = {
  taskId: z.optional(digest),
  origin: z.optional(origin),
  tag: z.optional(tag),
  mine: z.optional(z.boolean()),
};

/** The input of `reviews.queue` for a page. */
export function queueInput(query: ReviewQuery) {
  return { ...toInput(query), after: query.after, limit: PAGE };
}

/** The input of `reviews.neighbours`: unless the filter names the others' turn, submissions that the reader may decide on. */
export function neighboursInput({ turn = "me", ...query }: ReviewQuery, submissionId: string) {
  return { ...toInput({ ...query, turn }), submissionId };
}

function toInput({ task, origin, tag, turn }: ReviewQuery) {
  return { taskId: task, origin, tag, mine: turn === undefined ? undefined : turn === "others" };
}
