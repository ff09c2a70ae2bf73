import * as z from "zod/mini";
import { EVALUATION_STATUSES } from "#lib/domain/evaluations.ts";
import { id } from "#lib/domain/identifiers.ts";
import { defineFilter, type FilterOf } from "./filter.ts";
import { PAGE } from "./lists.ts";
import { routes } from "./routes.ts";

const status = z.enum(EVALUATION_STATUSES);

const FIELDS = { status, after: id };

export type EvaluationsQuery = FilterOf<typeof FIELDS>;

/** The filter of the list of evaluations in the address of its page. */
export const evaluationFilter = defineFilter(FIELDS, routes.evaluations);

/** The two evaluations in the address of their comparison. */
export const comparisonFilter = defineFilter({ one: id, other: id }, routes.compareEvaluations);

/** The filter in the input of `evaluations.list`. */
export const evaluationFilterInput = { status: z.optional(status), after: z.optional(id) };

/** The input of `evaluations.list` for a page. */
export function evaluationsInput({ status, after }: EvaluationsQuery) {
  return { status, after, limit: PAGE };
}

/** The input of `evaluations.list` for those that can be compared. */
export const FINISHED_EVALUATIONS = { status: "finished" as const, limit: 200 };
