import * as z from "zod/mini";
import { digest, id, words } from "#lib/domain/identifiers.ts";
import { ORIGINS } from "#lib/domain/submissions.ts";
import { tag } from "#lib/domain/tags.ts";
import { defineFilter, type FilterOf } from "./filter.ts";
import { PAGE } from "./lists.ts";
import { routes } from "./routes.ts";

const origin = z.enum(ORIGINS);

const FIELDS = {
  /** A task id. */
  task: digest,
  origin,
  /** Of the submission or of its question. */
  tag,
  /** Words of the title, of the question, or of its author's name. */
  text: words,
  /** Whose turn: the reader's, another reviewer's, or what is assigned to the reader. */
  turn: z.enum(["me", "others", "assigned"]),
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
  text: z.optional(words),
  mine: z.optional(z.boolean()),
  assigned: z.optional(z.boolean()),
};

/** The input of `reviews.queue` for a page. */
export function queueInput(query: ReviewQuery) {
  return { ...toInput(query), after: query.after, limit: PAGE };
}

/** The input of `reviews.neighbours`: unless the filter names the others' turn, submissions that the reader may decide on. */
export function neighboursInput({ turn = "me", ...query }: ReviewQuery, submissionId: string) {
  return { ...toInput({ ...query, turn }), submissionId };
}

/** The input of `reviews.claimNext` for the filters. */
export const claimInput = (query: ReviewQuery) => toInput(query);

function toInput({ task, origin, tag, text, turn }: ReviewQuery) {
  const mine = turn === "me" || turn === "others" ? turn === "others" : undefined;
  return { taskId: task, origin, tag, text, mine, ...(turn === "assigned" ? { assigned: true } : {}) };
}
