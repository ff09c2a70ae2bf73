import { Badge, Group, Text } from "@mantine/core";
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
import type { QuestionOrder } from "#lib/domain/questions.ts";
import { formatPoints } from "#lib/stats/format-percent.ts";

type Question = Outputs["questions"]["list"]["questions"][number];

interface QuestionTableProps {
  readonly questions: readonly Question[];
  readonly query: QuestionsQuery;
}

export function QuestionTable({ questions, query }: QuestionTableProps) {
  return (
    <DataTable
      label="Questions"
      rows={questions}
      keyOf={({ taskId }) => taskId}
      columns={columnsOf(query)}
      fold="named"
    />
  );
}

function columnsOf(query: QuestionsQuery): readonly Column<Question>[] {
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
  const isResolved = query.phase === "resolved";
  return [
    {
      ...QUESTION_COLUMN,
      show: ({ taskId, instructions, tags }) => (
        <Group gap="2px 8px" wrap="nowrap">
          <QuestionLink href={routes.question(taskId)} question={instructions} />
          <Tags tags={tags} query={query} />
        </Group>
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
          ...sorted("change", "7 days", "Largest change in seven days"),
          width: 150,
          show: ({ forecast }: Question) => forecast !== null && <Movement forecast={forecast} />,
        },
    {
      ...sorted("resolution", "Resolution date", isResolved ? "Latest resolution date" : "Earliest resolution date"),
      show: ({ resolvesAt }) => <TimeText at={resolvesAt} />,
    },
    {
      ...sorted("activity", "Last activity", "Latest activity"),
      show: ({ activeAt }) => <TimeText at={activeAt} />,
    },
  ];
}

function Movement({ forecast: { path, change } }: { readonly forecast: NonNullable<Question["forecast"]> }) {
  return (
    <Group gap={8} wrap="nowrap">
      {path.length > 1 && <Sparkline path={path} />}
      {change === null ? <Text c="dimmed">new</Text> : formatPoints(change)}
    </Group>
  );
}

function Tags({ tags, query }: { readonly tags: readonly string[]; readonly query: QuestionsQuery }) {
  if (tags.length === 0) return null;
  return (
    <Group gap={4} wrap="nowrap" flex="none" style={{ whiteSpace: "nowrap" }}>
      {tags.map((tag) => (
        <Badge
          key={tag}
          component="a"
          href={routes.questions({ ...query, tag, after: undefined })}
          variant="outline"
          color="gray"
          size="sm"
          px={6}
        >
          {tag}
        </Badge>
      ))}
    </Group>
  );
}
