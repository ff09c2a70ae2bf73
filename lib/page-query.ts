import type { ForecastsQuery, RecordsQuery } from "#lib/routes.ts";

/**
 * The filters of a list, out of its address: what is not right there counts as not given. By hand, without zod, for
 * every page with a list brings this to the browser.
 */

export type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

/** What the list of records shows: the kinds of events behind each name. */
const RECORD_KINDS = {
  attempts: ["prediction.answered", "prediction.refused", "prediction.failed"],
  everything: undefined,
  reviews: ["submission.created", "submission.withdrawn", "review.decided", "review.revoked"],
  credentials: ["credential.issued", "credential.rotated", "credential.revoked"],
  members: [
    ...["added", "role_changed", "renamed", "disabled", "enabled", "invited", "invitation_revoked"],
    ...["reset_offered", "reset_revoked", "password_set"],
  ].map((what) => `member.${what}`),
} as const;

export type RecordsShown = keyof typeof RECORD_KINDS;

const DIGEST = /^sha256:[a-f0-9]{64}$/;
const NAME = /^.{1,100}$/;
const CODE = /^[A-Z_]{1,64}$/;
const CURSOR = /^\d{1,15}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

export function readForecastsQuery(params: SearchParams): ForecastsQuery {
  return {
    task: read(params.task, (task) => DIGEST.test(task)),
    release: read(params.release, (release) => NAME.test(release)),
    from: read(params.from, isDay),
    before: read(params.before, isDay),
    after: read(params.after, (after) => CURSOR.test(after)),
  };
}

export function readRecordsQuery(params: SearchParams): RecordsQuery & { readonly show: RecordsShown } {
  const show = read(params.show, () => true);
  return {
    show: show !== undefined && isShown(show) ? show : "attempts",
    code: read(params.code, (code) => CODE.test(code)),
    request: read(params.request, (request) => UUID.test(request)),
    after: read(params.after, (after) => CURSOR.test(after)),
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

/** How far the overview looks back, and how many forecasts it lists. */
export const OVERVIEW_HOURS = 12;
export const OVERVIEW_FORECASTS = 6;

function startOf(date: string | undefined): string | undefined {
  return date === undefined ? undefined : `${date}T00:00:00Z`;
}

function isShown(name: string): name is RecordsShown {
  return Object.hasOwn(RECORD_KINDS, name);
}

/** A real date, YYYY-MM-DD. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) && text.length === 10;
}

function read(value: string | string[] | undefined, isRight: (text: string) => boolean): string | undefined {
  const text = (Array.isArray(value) ? value[0] : value)?.trim();
  return text !== undefined && text !== "" && isRight(text) ? text : undefined;
}
