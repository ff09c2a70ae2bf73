import { isPermitted, type Permission, type Role } from "#lib/console/members.ts";
import { routes } from "#lib/console/routes.ts";

interface Page {
  readonly href: string;
  readonly label: string;
  /** What the command palette says of it. */
  readonly about: string;
  /** What the page takes; without it, every member may open the page. */
  readonly needs?: Permission;
}

export interface PageGroup {
  readonly label: string;
  readonly pages: readonly Page[];
}

/** Every page of the navigation and the command palette. A new page gets its line here. */
const PAGES: readonly PageGroup[] = [
  {
    label: "Work",
    pages: [
      { href: routes.overview, label: "Overview", about: "Your queue, model status, latest forecasts" },
      { href: routes.compose, label: "Compose", about: "Write a request: drafts, and where to start from" },
      { href: routes.submissions(), label: "Submissions", about: "Requests sent for review, and what reviewers said" },
      {
        href: routes.review(),
        label: "Review",
        about: "Submissions waiting for a decision",
        needs: "review",
      },
      { href: routes.forecasts(), label: "Forecasts", about: "Every recorded forecast" },
      { href: routes.outcomes(), label: "Outcomes", about: "What happened: record it, confirm it, correct it" },
      {
        href: routes.trackRecord(),
        label: "Track record",
        about: "Scores, calibration, the worst and the best forecasts",
      },
    ],
  },
  {
    label: "Audit",
    pages: [{ href: routes.auditLog(), label: "Audit log", about: "Every attempt and decision; verify the chain" }],
  },
  {
    label: "Settings",
    pages: [
      { href: routes.credentials, label: "API keys", about: "Issue, rotate and revoke API keys", needs: "administer" },
      {
        href: routes.members,
        label: "Members",
        about: "Invite people, change roles, disable accounts",
        needs: "administer",
      },
      { href: routes.account, label: "Your account", about: "Name, password, sessions" },
      { href: routes.system, label: "System", about: "Release, database, limits" },
    ],
  },
  {
    label: "Help",
    pages: [{ href: routes.docs, label: "API reference", about: "POST /v1/predict: fields, errors, samples" }],
  },
];

/** The groups with the pages that a role may open. Computed on the server, so that no page's script has the list. */
export function pagesFor(role: Role): readonly PageGroup[] {
  return PAGES.map((group) => ({
    ...group,
    pages: group.pages.filter((page) => page.needs === undefined || isPermitted(role, page.needs)),
  })).filter(({ pages }) => pages.length > 0);
}
