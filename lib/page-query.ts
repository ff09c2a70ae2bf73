import { z } from "zod";
import { ERROR_CODES } from "#lib/contract/error-table.ts";
import type { ForecastsQuery, RecordsQuery } from "./routes.ts";

/** The filters of a list, out of its address. What is not right there counts as not given. */

export type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

/** What the list of records shows: the kinds of events behind each name. */
export const RECORD_KINDS = {
  attempts: ["prediction.answered", "prediction.refused", "prediction.failed"],
  everything: undefined,
  reviews: ["submission.created", "submission.withdrawn", "review.decided", "review.revoked"],
  credentials: ["credential.issued", "credential.rotated", "credential.revoked"],
  members: ["member.added", "member.role_changed"],
} as const;

export type RecordsShown = keyof typeof RECORD_KINDS;

const shown = z.enum(Object.keys(RECORD_KINDS) as [RecordsShown, ...RecordsShown[]]);
const day = z.iso.date();
const cursor = z.string().regex(/^\d{1,15}$/);

export function readForecastsQuery(params: SearchParams): ForecastsQuery {
  return {
    task: read(params.task, z.string().regex(/^sha256:[a-f0-9]{64}$/)),
    release: read(params.release, z.string().min(1).max(100)),
    from: read(params.from, day),
    before: read(params.before, day),
    after: read(params.after, cursor),
  };
}

export function readRecordsQuery(params: SearchParams): RecordsQuery & { readonly show: RecordsShown } {
  return {
    show: read(params.show, shown) ?? "attempts",
    code: read(params.code, z.enum(ERROR_CODES)),
    request: read(params.request, z.uuid()),
    after: read(params.after, cursor),
  };
}

const PAGE = 50;

/** What `forecasts.list` is asked for a query. */
export function forecastsInput({ task, release, from, before, after }: ForecastsQuery) {
  return {
    taskId: task,
    release,
    from: startOf(from),
    before: startOf(before),
    after: after === undefined ? undefined : Number(after),
    limit: PAGE,
  };
}

/** What `records.list` is asked for a query. */
export function recordsInput({ show, code, request, after }: RecordsQuery & { readonly show: RecordsShown }) {
  const kinds = RECORD_KINDS[show];
  return {
    kinds: kinds === undefined ? undefined : [...kinds],
    code,
    requestId: request,
    after: after === undefined ? undefined : Number(after),
    limit: PAGE,
  };
}

function startOf(date: string | undefined): string | undefined {
  return date === undefined ? undefined : `${date}T00:00:00Z`;
}

function read<T>(value: string | string[] | undefined, schema: z.ZodType<T>): T | undefined {
  const first = Array.isArray(value) ? value[0] : value;
  const parsed = schema.safeParse(first?.trim());
  return parsed.success ? parsed.data : undefined;
}

/** How far the overview looks back, and how many forecasts it lists. */
export const OVERVIEW_HOURS = 12;
export const OVERVIEW_FORECASTS = 6;
