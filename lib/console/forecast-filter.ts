import * as z from "zod/mini";
import { day, digest, id, instant, option, release, sequence, startOf, words } from "#lib/domain/identifiers.ts";
import { tag } from "#lib/domain/tags.ts";
import { defineFilter, type FilterOf, type SearchParams } from "./filter.ts";
import { PAGE } from "./lists.ts";
import { routes } from "./routes.ts";

const FIELDS = {
  /** A task id. */
  task: digest,
  release,
  /** The option that was chosen. */
  option,
  /** Words of the question. */
  text: words,
  /** Of the question, or of a submission of the same content. */
  tag,
  /** Days in UTC: from the start of one, before the start of the other. */
  from: day,
  before: day,
  after: sequence,
};

export type ForecastsQuery = FilterOf<typeof FIELDS>;

/** The filter of the list of forecasts in the address of its page. */
export const forecastFilter = defineFilter(FIELDS, routes.forecasts);

/** The same filter in the input of `forecasts.list`, and of the export. */
export const forecastFilterInput = {
  taskId: z.optional(digest),
  release: z.optional(release),
  option: z.optional(option),
  text: z.optional(words),
  tag: z.optional(tag),
  from: z.optional(instant),
  before: z.optional(instant),
};

export function toExportFilter({ task, release, option, text, tag, from, before }: ForecastsQuery) {
  return { taskId: task, release, option, text, tag, from: from && startOf(from), before: before && startOf(before) };
}

/** The input of `forecasts.list` for a page. */
export function forecastsInput(query: ForecastsQuery) {
  return { ...toExportFilter(query), after: query.after === undefined ? undefined : Number(query.after), limit: PAGE };
}

/** The ids of the forecasts to compare, each once. */
export function readCompared({ id: ids = [] }: SearchParams): string[] {
  const given = Array.isArray(ids) ? ids : [ids];
  return [...new Set(given.map((one) => one.trim().toLowerCase()).filter((one) => id.safeParse(one).success))];
}
