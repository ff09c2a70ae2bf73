import * as z from "zod/mini";
import { actorId, digest, id, words } from "#lib/domain/identifiers.ts";
import { STATUSES } from "#lib/domain/submissions.ts";
import { tag } from "#lib/domain/tags.ts";
import { defineFilter, type FilterOf } from "./filter.ts";
import { PAGE } from "./lists.ts";
import { routes } from "./routes.ts";

const status = z.enum(STATUSES);

const FIELDS = {
  /** Everybody's; when absent, the reader's own. */
  whose: z.literal("all"),
  status,
  /** Of the submission or of its question. */
  tag,
  /** Words of the question, its options, the title or the author's name, or a part of an id. */
  text: words,
  after: id,
};

export type SubmissionsQuery = FilterOf<typeof FIELDS>;

/** The filter of the list of submissions in the address of its page. */
export const submissionFilter = defineFilter(FIELDS, routes.submissions);

/** The filter in the input of `submissions.list`. */
export const submissionFilterInput = {
  status: z.optional(status),
  authorId: z.optional(actorId),
  taskId: z.optional(digest),
  tag: z.optional(tag),
  text: z.optional(words),
  after: z.optional(id),
};

/** The input of `submissions.list` for this member's page. */
export function submissionsInput({ whose, status, tag, text, after }: SubmissionsQuery, memberId: string) {
  return { authorId: whose === "all" ? undefined : memberId, status, tag, text, after, limit: PAGE };
}
