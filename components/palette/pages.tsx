import {
  IconBook2,
  IconChartBar,
  IconClipboardCheck,
  IconEraser,
  IconFileText,
  IconFlag,
  IconHelpCircle,
  IconHome,
  IconKey,
  IconListCheck,
  IconLogin2,
  IconPencilPlus,
  IconServer,
  IconShieldCheck,
  IconTargetArrow,
  IconUserCircle,
  IconUsers,
  type Icon as TablerIcon,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Icon } from "#components/ui/icon.tsx";
import { pagePermission } from "#lib/console/page-permission.ts";
import { routes } from "#lib/console/routes.ts";
import { type Holder, isPermitted } from "#lib/domain/members.ts";

interface Page {
  readonly href: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly about: string;
}

export interface PageGroup<Shown = Page> {
  readonly label: string;
  readonly pages: readonly Shown[];
}

const PAGES: readonly PageGroup<Omit<Page, "icon"> & { readonly icon: TablerIcon }>[] = [
  {
    label: "Work",
    pages: [
      { href: routes.overview, label: "Overview", icon: IconHome, about: "Your queue, model status, latest forecasts" },
      {
        href: routes.questions(),
        label: "Questions",
        icon: IconHelpCircle,
        about: "Open, overdue and resolved questions with their forecasts",
      },
      {
        href: routes.compose,
        label: "Compose",
        icon: IconPencilPlus,
        about: "Write a new request or continue a draft",
      },
      {
        href: routes.submissions(),
        label: "Submissions",
        icon: IconFileText,
        about: "Requests sent for review, and their verdicts",
      },
      {
        href: routes.review(),
        label: "Review",
        icon: IconClipboardCheck,
        about: "Submissions waiting for a decision",
      },
      { href: routes.forecasts(), label: "Forecasts", icon: IconChartBar, about: "Every recorded forecast" },
      {
        href: routes.outcomes(),
        label: "Outcomes",
        icon: IconFlag,
        about: "Record, confirm and correct the outcomes of questions",
      },
      {
        href: routes.trackRecord(),
        label: "Track record",
        icon: IconTargetArrow,
        about: "Scores, calibration, best and worst forecasts",
      },
      {
        href: routes.evaluations(),
        label: "Evaluations",
        icon: IconListCheck,
        about: "Score the model on files of resolved questions",
      },
    ],
  },
  {
    label: "Audit",
    pages: [
      {
        href: routes.auditLog(),
        label: "Audit log",
        icon: IconShieldCheck,
        about: "Every request and decision, in a verifiable hash chain",
      },
    ],
  },
  {
    label: "Settings",
    pages: [
      {
        href: routes.credentials,
        label: "API keys",
        icon: IconKey,
        about: "Issue, rotate and revoke API keys",
      },
      {
        href: routes.members,
        label: "Members",
        icon: IconUsers,
        about: "Invite people, change roles, disable accounts",
      },
      {
        href: routes.signInSettings,
        label: "Sign-in",
        icon: IconLogin2,
        about: "OpenID provider, roles from groups, test",
      },
      { href: routes.erasure, label: "Erasure", icon: IconEraser, about: "Find and erase texts and persons" },
      {
        href: routes.account,
        label: "Your account",
        icon: IconUserCircle,
        about: "Name, password, sessions, personal tokens",
      },
      { href: routes.system, label: "System", icon: IconServer, about: "Release, database, limits" },
    ],
  },
  {
    label: "Help",
    pages: [
      {
        href: routes.docs,
        label: "API reference",
        icon: IconBook2,
        about: "POST /v1/predict: fields, errors, code samples",
      },
    ],
  },
];

/** Returns the pages that a member may open, by group. Runs on the server, so that no browser script contains the list. */
export function pagesFor(member: Holder): readonly PageGroup[] {
  return PAGES.map((group) => ({
    ...group,
    pages: group.pages
      .filter(({ href }) => isPermitted(member, pagePermission(href)))
      .map((page) => ({ ...page, icon: <Icon of={page.icon} /> })),
  })).filter(({ pages }) => pages.length > 0);
}
