import { z } from "zod";
import type { SearchParams } from "./page-query.ts";
import type { SubmissionsQuery } from "./routes.ts";

/** The filters of the list of submissions, out of its address. What is not right there counts as not given. */

export const STATUSES = ["submitted", "approved", "changes_requested", "rejected", "withdrawn"] as const;

export type Status = (typeof STATUSES)[number];

const PAGE = 50;

export function readSubmissionsQuery(
  params: SearchParams,
): SubmissionsQuery & { readonly status?: Status | undefined } {
  return {
    whose: read(params.whose, z.literal("all")),
    status: read(params.status, z.enum(STATUSES)),
    after: read(params.after, z.uuid()),
  };
}

/** What `submissions.list` is asked for a query by this member. */
export function submissionsInput({ whose, status, after }: ReturnType<typeof readSubmissionsQuery>, memberId: string) {
  return { authorId: whose === "all" ? undefined : memberId, status, after, limit: PAGE };
}

function read<T>(value: string | string[] | undefined, schema: z.ZodType<T>): T | undefined {
  const parsed = schema.safeParse(Array.isArray(value) ? value[0] : value);
  return parsed.success ? parsed.data : undefined;
}
