import type { ErrorCode } from "#lib/contract/error-table.ts";

/** Every address of the console, and how filters are written into it. */

export interface ForecastsQuery {
  readonly task?: string | undefined;
  readonly release?: string | undefined;
  /** The option that was chosen. */
  readonly option?: string | undefined;
  /** Words of the question. */
  readonly text?: string | undefined;
  /** Days in UTC, YYYY-MM-DD: from the start of one, before the start of the other. */
  readonly from?: string | undefined;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

export interface RecordsQuery {
  readonly show?: string | undefined;
  readonly code?: string | undefined;
  readonly request?: string | undefined;
  /** The id of a credential or a member. */
  readonly who?: string | undefined;
  readonly task?: string | undefined;
  readonly release?: string | undefined;
  /** Days in UTC, as above. */
  readonly from?: string | undefined;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

export interface SubmissionsQuery {
  /** Whose: one's own (when absent), or everybody's. */
  readonly whose?: "all" | undefined;
  readonly status?: string | undefined;
  readonly after?: string | undefined;
}

/** What a new draft starts from: nothing, a submission to revise or to copy, or a forecast's request. */
export interface DraftStart {
  readonly revise?: string | undefined;
  readonly copy?: string | undefined;
  readonly forecast?: string | undefined;
}

export interface ReviewQuery {
  /** A task id. */
  readonly task?: string | undefined;
  readonly origin?: "console" | "import" | "caller" | undefined;
  /** Whose turn: the reader's, or another reviewer's. */
  readonly turn?: "me" | "others" | undefined;
  readonly after?: string | undefined;
  /** The submission that the reader has just decided on. */
  readonly decided?: string | undefined;
}

export const routes = {
  overview: "/",
  compose: "/compose",
  newDraft: (start: DraftStart = {}) => withQuery("/compose/new", { ...start }),
  draft: (draftId: string, start: DraftStart = {}) =>
    withQuery(`/compose/${encodeURIComponent(draftId)}`, { ...start }),
  forecasts: (query: ForecastsQuery = {}) => withQuery("/forecasts", { ...query }),
  forecast: (requestId: string) => `/forecasts/${encodeURIComponent(requestId)}`,
  /** Two to four forecasts side by side; with fewer, the page offers others. */
  compare: (requestIds: readonly string[]) =>
    `/forecasts/compare${requestIds.map((id, index) => `${index === 0 ? "?" : "&"}id=${encodeURIComponent(id)}`).join("")}`,
  overTime: (query: { readonly task?: string | undefined; readonly release?: string | undefined } = {}) =>
    withQuery("/forecasts/over-time", { ...query }),
  submissions: (query: SubmissionsQuery = {}) => withQuery("/submissions", { ...query }),
  submission: (submissionId: string) => `/submissions/${encodeURIComponent(submissionId)}`,
  importSubmissions: "/submissions/import",
  review: (query: ReviewQuery = {}) => withQuery("/review", { ...query }),
  reviewOf: (submissionId: string, query: ReviewQuery = {}) =>
    withQuery(`/review/${encodeURIComponent(submissionId)}`, { ...query }),
  auditLog: (query: RecordsQuery = {}) => withQuery("/audit", { ...query }),
  credentials: "/settings/credentials",
  members: "/settings/members",
  account: "/settings/account",
  system: "/settings/system",
  docs: "/docs",
  errorCode: (code: ErrorCode) => `/docs#${code}`,
  join: (token: string) => `/join/${encodeURIComponent(token)}`,
  signIn: (to?: string) => withQuery("/sign-in", { to: to === "/" ? undefined : to }),
} as const;

export function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== "") search.set(name, value);
  return search.size === 0 ? path : `${path}?${search}`;
}

const NOWHERE = "http://console.invalid";

/** Where to go after the sign-in: `to` if it is a page of this site, else the overview. */
export function safeReturn(to: unknown): string {
  if (typeof to !== "string" || !to.startsWith("/") || !URL.canParse(to, NOWHERE)) return routes.overview;
  const { origin, pathname, search, hash } = new URL(to, NOWHERE);
  const isPage = !pathname.startsWith("//") && !/^\/(api|join|sign-in|v1)(\/|$)/.test(pathname);
  return origin === NOWHERE && isPage ? pathname + search + hash : routes.overview;
}
