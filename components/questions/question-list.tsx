"use client";

import { Box, Group, Text } from "@mantine/core";
import { IconFilterOff, IconHelpCircle } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { NotVerified } from "#components/forecasts/not-verified.tsx";
import { TopOptions } from "#components/forecasts/top-options.tsx";
import { Sparkline } from "#components/ui/charts/sparkline.tsx";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ListPage, pagesOf } from "#components/ui/list-page.tsx";
import { NextStep } from "#components/ui/next-step.tsx";
import { PageTabs } from "#components/ui/page-tabs.tsx";
import { QUESTION_COLUMN, QuestionLink } from "#components/ui/question-link.tsx";
import { SortLink } from "#components/ui/sort-link.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { type Inputs, type Outputs, useTRPC } from "#components/ui/trpc.ts";
import type { QuestionsQuery } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { criteriaOf, optionLabels } from "#lib/domain/option-label.ts";
import { nameOutcome } from "#lib/domain/outcomes.ts";
import {
  PHASE_LABELS,
  QUESTION_PHASES,
  type QuestionOrder,
  type QuestionPhase,
  TREND_DAYS,
} from "#lib/domain/questions.ts";
import { formatCount } from "#lib/format.ts";
import { describeChange, describeTrend, NO_QUESTIONS } from "./describe-questions.ts";

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

type Question = Outputs["questions"]["list"]["questions"][number];

interface QuestionTableProps {
  readonly questions: readonly Question[];
  readonly query: QuestionsQuery;
  readonly phase: QuestionPhase;
}

function QuestionTable({ questions, query, phase }: QuestionTableProps) {
  return (
    <DataTable
      label="Questions"
      rows={questions}
      keyOf={({ taskId }) => taskId}
      columns={columnsOf(query, phase === "resolved")}
      fold="named"
    />
  );
}

function columnsOf(query: QuestionsQuery, isResolved: boolean): readonly Column<Question>[] {
  const sorted = (order: QuestionOrder, name: string, title: string) => ({
    name,
    head: (
      <SortLink
        href={routes.questions({ ...query, order, after: undefined })}
        title={title}
        isCurrent={(query.order ?? "resolution") === order}
      >
        {name}
      </SortLink>
    ),
  });
  return [
    {
      ...QUESTION_COLUMN,
      show: ({ taskId, instructions }) => (
        <Box mih={38}>
          <QuestionLink href={routes.question(taskId)} question={instructions} />
        </Box>
      ),
    },
    {
      name: "Forecast",
      width: 340,
      narrow: "whole line",
      show: ({ forecast, options }) =>
        forecast === null ? (
          <Text c="dimmed">No forecast</Text>
        ) : (
          <TopOptions labels={optionLabels(criteriaOf(options))} probabilities={forecast.probabilities} />
        ),
    },
    isResolved
      ? {
          name: "Outcome",
          show: ({ outcome, options }: Question) =>
            outcome !== null && nameOutcome(outcome.option, optionLabels(criteriaOf(options))),
        }
      : {
          name: "Trend",
          head: <span title={describeTrend()}>Trend</span>,
          width: 150,
          show: ({ forecast }: Question) => <Movement forecast={forecast} />,
        },
    {
      ...sorted("resolution", "Resolution date", isResolved ? "Latest resolution date" : "Earliest resolution date"),
      show: ({ resolvesAt }) => <TimeText at={resolvesAt} />,
    },
    {
      ...sorted("activity", "Last activity", "Latest activity"),
      narrow: "leave out",
      show: ({ activeAt }) => <TimeText at={activeAt} />,
    },
  ];
}

function Movement({ forecast }: Pick<Question, "forecast">) {
  const { path = [], change = null } = forecast ?? {};
  return (
    <Group gap={8} h={20} wrap="nowrap" style={{ whiteSpace: "nowrap" }}>
      {path.length > 1 && <Sparkline path={path} days={TREND_DAYS} />}
      {describeChange(change)}
    </Group>
  );
}
