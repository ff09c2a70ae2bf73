import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import type { Role } from "#lib/domain/members.ts";

/** Ids of seeded data, for the URLs of pages with a parameter. */
export interface Seeded {
  readonly requestId: string;
  /** A second forecast, for the page that compares two. */
  readonly otherRequestId: string;
  readonly taskId: string;
  /** A submission that is waiting for review. */
  readonly submissionId: string;
  /** A finished evaluation. */
  readonly evaluationId: string;
  /** An unused one-time link. */
  readonly link: string;
}

export interface OpenPage {
  /** The page's path in the folder `app`, such as "/forecasts/[requestId]". */
  readonly route: string;
  readonly address: string;
  /** The role that sees most of the page; "nobody" for pages without a session. */
  readonly role: Role | "nobody";
}

const NEW_DRAFT = "0198c9a0-0000-7000-8000-000000000000";

/** Returns the URLs of all pages. Add each new page here; otherwise the tests that open every page fail. */
function pagesWith({
  requestId,
  otherRequestId,
  taskId,
  submissionId,
  link,
  evaluationId,
}: Seeded): readonly OpenPage[] {
  return [
    { route: "/", address: "/", role: "reviewer" },
    { route: "/[...missing]", address: "/nowhere", role: "researcher" },
    { route: "/compose", address: "/compose", role: "researcher" },
    { route: "/compose/[draftId]", address: `/compose/${NEW_DRAFT}?copy=${submissionId}`, role: "researcher" },
    { route: "/compose/new", address: "/compose/new", role: "researcher" },
    { route: "/docs", address: "/docs", role: "researcher" },
    { route: "/verify", address: "/verify", role: "nobody" },
    { route: "/evaluations", address: "/evaluations", role: "researcher" },
    { route: "/evaluations/[evaluationId]", address: `/evaluations/${evaluationId}`, role: "researcher" },
    {
      route: "/evaluations/compare",
      address: `/evaluations/compare?one=${evaluationId}&other=${evaluationId}`,
      role: "researcher",
    },
    { route: "/forecasts", address: "/forecasts", role: "researcher" },
    { route: "/forecasts/[requestId]", address: `/forecasts/${requestId}`, role: "researcher" },
    {
      route: "/forecasts/compare",
      address: `/forecasts/compare?id=${requestId}&id=${otherRequestId}`,
      role: "researcher",
    },
    { route: "/outcomes", address: "/outcomes", role: "reviewer" },
    { route: "/outcomes/import", address: "/outcomes/import", role: "researcher" },
    { route: "/track-record", address: "/track-record?bin=0", role: "researcher" },
    { route: "/track-record/candidate", address: "/track-record/candidate", role: "researcher" },
    { route: "/track-record/sources", address: "/track-record/sources", role: "admin" },
    { route: "/track-record/observations", address: "/track-record/observations", role: "researcher" },
    { route: "/questions", address: "/questions?phase=overdue", role: "researcher" },
    { route: "/questions/[taskId]", address: `/questions/${encodeURIComponent(taskId)}`, role: "reviewer" },
    { route: "/join/[token]", address: new URL(link).pathname, role: "nobody" },
    { route: "/audit", address: "/audit?show=everything", role: "researcher" },
    { route: "/review", address: "/review", role: "reviewer" },
    { route: "/review/[submissionId]", address: `/review/${submissionId}`, role: "reviewer" },
    { route: "/settings/account", address: "/settings/account", role: "researcher" },
    { route: "/settings/credentials", address: "/settings/credentials", role: "admin" },
    { route: "/settings/members", address: "/settings/members", role: "admin" },
    { route: "/settings/erasure", address: "/settings/erasure", role: "admin" },
    { route: "/settings/sign-in", address: "/settings/sign-in", role: "admin" },
    { route: "/settings/system", address: "/settings/system", role: "admin" },
    { route: "/sign-in", address: "/sign-in", role: "nobody" },
    { route: "/submissions", address: "/submissions?whose=all", role: "researcher" },
    { route: "/submissions/[submissionId]", address: `/submissions/${submissionId}`, role: "researcher" },
    { route: "/submissions/import", address: "/submissions/import", role: "researcher" },
  ];
}

/** Returns the routes of all pages in the folder `app`. */
function findRoutes(): string[] {
  return readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((name) => /(^|\/)page\.tsx$/.test(name))
    .map(
      (name) =>
        `/${dirname(name)
          .replace(/(^|\/)(\([^)]*\)|\.)(?=\/|$)/g, "")
          .replace(/^\//, "")}`,
    );
}

/** Returns every page in the folder `app`. Throws if `pagesWith` lacks a page or lists one that does not exist. */
export function everyPage(seeded: Seeded): readonly OpenPage[] {
  const pages = pagesWith(seeded);
  const found = findRoutes();
  const unknown = found.filter((route) => !pages.some((page) => page.route === route));
  const gone = pages.filter(({ route }) => !found.includes(route)).map(({ route }) => route);
  if (unknown.length > 0) throw new Error(`add these pages to test/pages.ts: ${unknown.join(", ")}`);
  if (gone.length > 0)
    throw new Error(`remove these pages from test/pages.ts, because they do not exist: ${gone.join(", ")}`);
  return pages;
}
