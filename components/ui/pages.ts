import { routes } from "#lib/console/routes.ts";

interface Page {
  readonly href: string;
  readonly label: string;
  /** For the command palette: what one finds there. */
  readonly about: string;
  /** Only for these roles; without any, for every member. */
  readonly roles?: readonly string[];
}

export interface PageGroup {
  readonly label: string;
  readonly pages: readonly Page[];
}

/** The pages that there are, as the navigation and the command palette list them. A page to come gets its line here. */
const PAGES: readonly PageGroup[] = [
  {
    label: "Work",
    pages: [
      { href: routes.overview, label: "Overview", about: "Is the model ready, what is going on, what waits" },
      { href: routes.compose, label: "Compose", about: "Write a request: drafts, and where to start from" },
      {
        href: routes.submissions(),
        label: "Submissions",
        about: "What was laid before the reviewers, and what they said",
      },
      { href: routes.review(), label: "Review", about: "What waits for a decision", roles: ["reviewer", "admin"] },
      { href: routes.forecasts(), label: "Forecasts", about: "Every recorded forecast" },
    ],
  },
  {
    label: "Record",
    pages: [{ href: routes.records(), label: "Records", about: "Every attempt; verify the chain" }],
  },
  {
    label: "Settings",
    pages: [
      { href: routes.credentials, label: "Credentials", about: "Issue, rotate and revoke API keys", roles: ["admin"] },
      { href: routes.members, label: "Members", about: "Invite, roles, who may sign in", roles: ["admin"] },
      { href: routes.account, label: "Your account", about: "Name, password, sessions" },
      { href: routes.system, label: "System", about: "Release, database, limits" },
    ],
  },
  {
    label: "Help",
    pages: [{ href: routes.docs, label: "API reference", about: "POST /v1/predict: fields, errors, samples" }],
  },
];

/** The groups with what a role may open. Asked on the server, so that the list is no script of every page. */
export function pagesFor(role: string): readonly PageGroup[] {
  return PAGES.map((group) => ({
    ...group,
    pages: group.pages.filter((page) => page.roles === undefined || page.roles.includes(role)),
  })).filter(({ pages }) => pages.length > 0);
}
