import { Box, Group, Text } from "@mantine/core";
import { TopOptions } from "#components/forecasts/top-options.tsx";
import { Sparkline } from "#components/ui/charts/sparkline.tsx";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { QUESTION_COLUMN, QuestionLink } from "#components/ui/question-link.tsx";
import { SortLink } from "#components/ui/sort-link.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import type { QuestionsQuery } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { criteriaOf, optionLabels } from "#lib/domain/option-label.ts";
import { nameOutcome } from "#lib/domain/outcomes.ts";
import { type QuestionOrder, type QuestionPhase, TREND_DAYS } from "#lib/domain/questions.ts";
import { describeChange, describeTrend } from "./describe-questions.ts";

type Question = Outputs["questions"]["list"]["questions"][number];

interface QuestionTableProps {
  readonly questions: readonly Question[];
  readonly query: QuestionsQuery;
  readonly phase: QuestionPhase;
}

export function QuestionTable({ questions, query, phase }: QuestionTableProps) {
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
