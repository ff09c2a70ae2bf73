"use client";

import { IconFilterOff, IconHelpCircle } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { NotVerified } from "#components/forecasts/not-verified.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ListPage, pagesOf } from "#components/ui/list-page.tsx";
import { NextStep } from "#components/ui/next-step.tsx";
import { PageTabs } from "#components/ui/page-tabs.tsx";
import { type Inputs, useTRPC } from "#components/ui/trpc.ts";
import type { QuestionsQuery } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { PHASE_LABELS, QUESTION_PHASES, type QuestionPhase } from "#lib/domain/questions.ts";
import { formatCount } from "#lib/format.ts";
import { NO_QUESTIONS } from "./describe-questions.ts";
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
          <PageTabs
            label="Phases of questions"
            tabs={QUESTION_PHASES.map((phase) => ({
              href: routes.questions({ ...query, phase, after: undefined }),
              name: `${PHASE_LABELS[phase]} ${formatCount(data.counts[phase])}`,
              isCurrent: phase === data.phase,
            }))}
          />
          {filters}
        </>
      }
      empty={data.questions.length === 0 && <NoQuestions query={query} phase={data.phase} />}
      pages={pagesOf(query, data.next, routes.questions, ["First page", "Next page"])}
    >
      <QuestionTable questions={data.questions} query={query} phase={data.phase} />
    </ListPage>
  );
}

interface NoQuestionsProps {
  readonly query: QuestionsQuery;
  readonly phase: QuestionPhase;
}

function NoQuestions({ query: { text, tag }, phase }: NoQuestionsProps) {
  const isFiltered = text !== undefined || tag !== undefined;
  return (
    <Empty
      title={isFiltered ? "No matching questions" : "No questions"}
      icon={isFiltered ? IconFilterOff : IconHelpCircle}
      next={
        isFiltered ? (
          <NextStep href={routes.questions({ phase })} label="Clear the filters" />
        ) : (
          <NextStep href={routes.newDraft()} label="Compose a question" isMain />
        )
      }
    >
      {isFiltered ? "Clear a filter or choose another phase." : NO_QUESTIONS[phase]}
    </Empty>
  );
}
