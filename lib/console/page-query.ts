import type { ForecastsQuery, RecordsQuery } from "./routes.ts";

/** The filters of a list, out of its address: what is not right there counts as not given. */

export type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

/** What the list of records shows: the kinds of events behind each name. */
const RECORD_KINDS = {
  attempts: ["prediction.answered", "prediction.refused", "prediction.failed"],
  everything: undefined,
  reviews: ["submission.created", "submission.withdrawn", "review.decided", "review.refused", "review.revoked"],
  credentials: ["credential.issued", "credential.rotated", "credential.revoked"],
  members: [
    ...["added", "role_changed", "renamed", "disabled", "enabled", "invited", "invitation_revoked"],
    ...["reset_offered", "reset_revoked", "password_set"],
  ].map((what) => `member.${what}`),
} as const;

export type RecordsShown = keyof typeof RECORD_KINDS;

const DIGEST = /^sha256:[a-f0-9]{64}$/;
/** U+0000 and halves of surrogate pairs are in no name. */
const NAME = /^[^\p{Cc}\p{Cs}]{1,100}$/u;
const CODE = /^[A-Z_]{1,64}$/;
const CURSOR = /^\d{1,15}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

export function readForecastsQuery(params: SearchParams): ForecastsQuery {
  return {
    task: read(params.task, (task) => DIGEST.test(task)),
    release: read(params.release, (release) => NAME.test(release)),
    option: read(params.option, (option) => NAME.test(option)),
    text: read(params.text, (text) => text.length <= 200 && !text.includes("\u0000") && text.isWellFormed()),
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
    who: read(params.who, (who) => NAME.test(who)),
    task: read(params.task, (task) => DIGEST.test(task)),
    release: read(params.release, (release) => NAME.test(release)),
    from: read(params.from, isDay),
    before: read(params.before, isDay),
    after: read(params.after, (after) => CURSOR.test(after)),
  };
}

/** The ids of forecasts to compare, each once. */
export function readCompared({ id }: SearchParams): string[] {
  const given = Array.isArray(id) ? id : [id ?? ""];
  return [...new Set(given.map((one) => one.trim().toLowerCase()).filter((one) => UUID.test(one)))];
}

const PAGE = 50;

/** Which forecasts a query means, under the names of `forecasts.list` and of the export. */
export function forecastFilter({ task, release, option, text, from, before }: ForecastsQuery) {
  return { taskId: task, release, option, text, from: startOf(from), before: startOf(before) };
}

/** What `forecasts.list` is asked for a query. */
export function forecastsInput(query: ForecastsQuery) {
  return { ...forecastFilter(query), after: cursor(query.after), limit: PAGE };
}

/** What `records.list` is asked for a query. */
export function recordsInput(query: RecordsQuery & { readonly show: RecordsShown }) {
  const { show, code, request, who, task, release, from, before, after } = query;
  const kinds = RECORD_KINDS[show];
  return {
    kinds: kinds === undefined ? undefined : [...kinds],
    code,
    requestId: request,
    actorId: who,
    taskId: task,
    release,
    from: startOf(from),
    before: startOf(before),
    after: cursor(after),
    limit: PAGE,
  };
}

/** How far the overview looks back, and how many forecasts it lists. */
export const OVERVIEW_HOURS = 12;
export const OVERVIEW_FORECASTS = 6;

function cursor(after: string | undefined): number | undefined {
  return after === undefined ? undefined : Number(after);
}

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
