"use client";

import { IconFilterOff, IconHelpCircle } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { NotVerified } from "#components/forecasts/not-verified.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ListPage, pagesOf } from "#components/ui/list-page.tsx";
import { NextStep } from "#components/ui/next-step.tsx";
import { PageTabs } from "#components/ui/page-tabs.tsx";
import { type Inputs, type Outputs, useTRPC } from "#components/ui/trpc.ts";
import type { QuestionsQuery } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { MAX_MOVED, PHASE_LABELS, QUESTION_PHASES } from "#lib/domain/questions.ts";
import { formatCount } from "#lib/format.ts";
import { QuestionTable } from "./question-table.tsx";

interface QuestionListProps {
  readonly query: QuestionsQuery;
  readonly input: Inputs["questions"]["list"];
  readonly filters: ReactNode;
}

export function QuestionList({ query, input, filters }: QuestionListProps) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.questions.list.queryOptions(input));
  return (
    <ListPage
      title="Questions"
      about="Questions that have a forecast or are approved for one, with their latest forecast."
      actions={<NotVerified />}
      filters={
        <>
          <Phases query={query} counts={data.counts} />
          {filters}
        </>
      }
      empty={data.questions.length === 0 && <NoQuestions query={query} />}
      pages={pagesOf(query, data.next, routes.questions, ["First page", "Next page"])}
      footer={query.order === "change" && `Only the ${MAX_MOVED} questions with the latest activity are listed.`}
    >
      <QuestionTable questions={data.questions} query={query} />
    </ListPage>
  );
}

interface PhasesProps {
  readonly query: QuestionsQuery;
  readonly counts: Outputs["questions"]["list"]["counts"];
}

function Phases({ query: { phase: current = "open", ...query }, counts }: PhasesProps) {
  const tabs = QUESTION_PHASES.map((phase) => ({
    href: routes.questions({ ...query, phase, after: undefined }),
    name: `${PHASE_LABELS[phase]} ${formatCount(counts[phase])}`,
    isCurrent: phase === current,
  }));
  return <PageTabs label="Phases of questions" tabs={tabs} />;
}

const EMPTY = {
  open: "A question appears here when reviewers have approved it, until its outcome is confirmed or its resolution date passes.",
  soon: "No open question resolves within the next seven days.",
  overdue: "No question is past its resolution date without a confirmed outcome.",
  resolved: "A question appears here when its outcome has been confirmed.",
} as const;

function NoQuestions({ query: { phase = "open", text, tag } }: { readonly query: QuestionsQuery }) {
  if (text !== undefined || tag !== undefined) {
    return (
      <Empty
        title="No matching questions"
        icon={IconFilterOff}
        next={<NextStep href={routes.questions({ phase })} label="Clear the filters" />}
      >
        Clear a filter or choose another phase.
      </Empty>
    );
  }
  return (
    <Empty
      title="No questions"
      icon={IconHelpCircle}
      next={<NextStep href={routes.newDraft()} label="Compose a question" isMain />}
    >
      {EMPTY[phase]}
    </Empty>
  );
}
