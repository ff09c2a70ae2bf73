import * as z from "zod/mini";
import { digest, words } from "#lib/domain/identifiers.ts";
import { QUESTION_STATES } from "#lib/domain/outcomes.ts";
import { tag } from "#lib/domain/tags.ts";
import { defineFilter, type FilterOf } from "./filter.ts";
import { PAGE } from "./lists.ts";
import { routes } from "./routes.ts";

const state = z.enum(QUESTION_STATES);

const FIELDS = {
  state,
  /** A task id. */
  task: digest,
  /** Words of the question. */
  text: words,
  /** Of the question. */
  tag,
  after: digest,
};

export type OutcomesQuery = FilterOf<typeof FIELDS>;

/** The filter of the list of outcomes in the address of its page. */
export const outcomeFilter = defineFilter(FIELDS, routes.outcomes);

/** The same filter in the input of `outcomes.list`. */
export const outcomeFilterInput = {
  state: z.optional(state),
  taskId: z.optional(digest),
  text: z.optional(words),
  tag: z.optional(tag),
  after: z.optional(digest),
};

/** The input of `outcomes.list` for a page. */
export function outcomesInput({ state, task, text, tag, after }: OutcomesQuery) {
  return { state, taskId: task, text, tag, after, limit: PAGE };
}
