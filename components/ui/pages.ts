import { routes } from "#lib/console/routes.ts";

interface Page {
  readonly href: string;
  readonly label: string;
  /** What the command palette says of it. */
  readonly about: string;
  /** Only for these roles; without any, for every member. */
  readonly roles?: readonly string[];
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
        roles: ["reviewer", "admin"],
      },
      { href: routes.forecasts(), label: "Forecasts", about: "Every recorded forecast" },
    ],
  },
  {
    label: "Audit",
    pages: [{ href: routes.auditLog(), label: "Audit log", about: "Every attempt and decision; verify the chain" }],
  },
  {
    label: "Settings",
    pages: [
      { href: routes.credentials, label: "API keys", about: "Issue, rotate and revoke API keys", roles: ["admin"] },
      {
        href: routes.members,
        label: "Members",
        about: "Invite people, change roles, disable accounts",
        roles: ["admin"],
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
export function pagesFor(role: string): readonly PageGroup[] {
  return PAGES.map((group) => ({
    ...group,
    pages: group.pages.filter((page) => page.roles === undefined || page.roles.includes(role)),
  })).filter(({ pages }) => pages.length > 0);
}
