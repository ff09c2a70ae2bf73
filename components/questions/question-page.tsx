import type { ReactNode } from "react";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { NextStep } from "#components/ui/next-step.tsx";
import { Page } from "#components/ui/page.tsx";
import { PageTabs } from "#components/ui/page-tabs.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";

interface QuestionPageProps {
  readonly question: Pick<Outputs["questions"]["get"], "taskId" | "instructions" | "resolvesAt">;
  readonly tab: "Overview" | "Over time";
  /** URL of a new draft with the content of the latest forecast or submission. */
  readonly next?: string | undefined;
  /** Absolute URL to share within the organisation. */
  readonly link?: string;
  readonly children: ReactNode;
}

/** Heading and tabs of the pages about one question. */
export function QuestionPage({ question, tab, next, link, children }: QuestionPageProps) {
  const { taskId, instructions, resolvesAt } = question;
  const tabs = [
    { name: "Overview", href: routes.question(taskId) },
    { name: "Over time", href: routes.overTime(taskId) },
  ].map((page) => ({ ...page, isCurrent: page.name === tab }));
  return (
    <Page
      title={instructions}
      about={
        <>
          Resolution date: <TimeText exact at={resolvesAt} />
        </>
      }
      actions={
        <>
          {next !== undefined && <NextStep href={next} label="Forecast again" isMain />}
          {link !== undefined && <CopyButton text={link} what="link" />}
        </>
      }
    >
      <PageTabs label="Pages of the question" tabs={tabs} />
      {children}
    </Page>
  );
}
