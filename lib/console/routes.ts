import type { ErrorCode } from "#lib/contract/error-table.ts";
import type {
  AuditQuery,
  DraftStart,
  EvaluationsQuery,
  ForecastsQuery,
  OutcomesQuery,
  QuestionsQuery,
  ReviewQuery,
  SourcesQuery,
  SubmissionsQuery,
  TrackRecordQuery,
} from "./filters.ts";

/** Element id of the notifications on the overview. */
export const NOTICES = "notifications";

export const routes = {
  overview: "/",
  notices: `/#${NOTICES}`,
  compose: "/compose",
  newDraft: (start: DraftStart = {}) => withQuery("/compose/new", { ...start }),
  draft: (draftId: string, start: DraftStart = {}) =>
    withQuery(`/compose/${encodeURIComponent(draftId)}`, { ...start }),
  forecasts: (query: ForecastsQuery = {}) => withQuery("/forecasts", { ...query }),
  forecast: (requestId: string) => `/forecasts/${encodeURIComponent(requestId)}`,
  /** Compares two to four forecasts. */
  compare: (requestIds: readonly string[]) =>
    `/forecasts/compare${requestIds.map((id, index) => `${index === 0 ? "?" : "&"}id=${encodeURIComponent(id)}`).join("")}`,
  outcomes: (query: OutcomesQuery = {}) => withQuery("/outcomes", { ...query }),
  questions: (query: QuestionsQuery = {}) => withQuery("/questions", { ...query }),
  question: (taskId: string) => `/questions/${encodeURIComponent(taskId)}`,
  trackRecord: (query: TrackRecordQuery = {}) => withQuery("/track-record", { ...query }),
  candidate: "/track-record/candidate",
  sources: (query: SourcesQuery = {}) => withQuery("/track-record/sources", { ...query }),
  /** The worth of observations. */
  observationRecord: "/track-record/observations",
  evaluations: (query: EvaluationsQuery = {}) => withQuery("/evaluations", { ...query }),
  evaluation: (evaluationId: string) => `/evaluations/${encodeURIComponent(evaluationId)}`,
  /** Compares two evaluations question by question. If one is missing, the page lists evaluations to choose from. */
  compareEvaluations: (query: { readonly one?: string | undefined; readonly other?: string | undefined } = {}) =>
    withQuery("/evaluations/compare", { ...query }),
  importOutcomes: "/outcomes/import",
  submissions: (query: SubmissionsQuery = {}) => withQuery("/submissions", { ...query }),
  submission: (submissionId: string) => `/submissions/${encodeURIComponent(submissionId)}`,
  importSubmissions: "/submissions/import",
  review: (query: ReviewQuery = {}) => withQuery("/review", { ...query }),
  reviewOf: (submissionId: string, query: ReviewQuery = {}) =>
    withQuery(`/review/${encodeURIComponent(submissionId)}`, { ...query }),
  auditLog: (query: AuditQuery = {}) => withQuery("/audit", { ...query }),
  credentials: "/settings/credentials",
  members: "/settings/members",
  erasure: "/settings/erasure",
  account: "/settings/account",
  signInSettings: "/settings/sign-in",
  system: "/settings/system",
  docs: "/docs",
  verify: "/verify",
  proofFile: (seq: number) => `/api/export/proof?seq=${seq}`,
  errorCode: (code: ErrorCode) => `/docs#${code}`,
  unsubscribe: (token: string) => `/api/unsubscribe/${token}`,
  join: (token: string) => `/join/${encodeURIComponent(token)}`,
  signIn: (to?: string) => withQuery("/sign-in", { to: to === "/" ? undefined : to }),
} as const;

export function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== "") search.set(name, value);
  return search.size === 0 ? path : `${path}?${search}`;
}

const NOWHERE = "http://console.invalid";

/** Returns the page to open after sign-in: `to` if it is a page of this site, otherwise the overview. */
export function safeReturn(to: unknown): string {
  if (typeof to !== "string" || !to.startsWith("/") || !URL.canParse(to, NOWHERE)) return routes.overview;
  const { origin, pathname, search, hash } = new URL(to, NOWHERE);
  const isPage = !pathname.startsWith("//") && !/^\/(api|join|sign-in|v1)(\/|$)/.test(pathname);
  return origin === NOWHERE && isPage ? pathname + search + hash : routes.overview;
}
