import { Badge, Group, Text } from "@mantine/core";
import { Bar } from "#components/ui/bar.tsx";
import { Sparkline } from "#components/ui/charts/sparkline.tsx";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { QuestionLink } from "#components/ui/question-link.tsx";
import { SortLink } from "#components/ui/sort-link.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import type { QuestionsQuery } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { criteriaOf, nameOption, optionLabels } from "#lib/domain/option-label.ts";
import { nameOutcome } from "#lib/domain/outcomes.ts";
import type { QuestionOrder } from "#lib/domain/questions.ts";
import { formatPercent, formatPoints } from "#lib/stats/format-percent.ts";
import { probabilityOrder } from "#lib/stats/order-options.ts";
import styles from "./question-table.module.css";

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
      name: "Question",
      isName: true,
      isText: true,
      narrow: "whole line",
      show: ({ taskId, instructions, tags }) => (
        <>
          <QuestionLink href={routes.question(taskId)} question={instructions} />
          <Tags tags={tags} query={query} />
        </>
      ),
    },
    { name: "Forecast", width: 350, narrow: "whole line", show: (question) => <Forecast question={question} /> },
    isResolved
      ? {
          name: "Outcome",
          show: ({ outcome, options }: Question) =>
            outcome !== null && nameOutcome(outcome.option, optionLabels(criteriaOf(options))),
        }
      : {
          ...sorted("change", "7 days", "Largest change in seven days"),
          width: 170,
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

/** The most probable option with its bar, and the second most probable. */
function Forecast({ question: { forecast, options } }: { readonly question: Question }) {
  if (forecast === null) return <Text c="dimmed">No forecast</Text>;
  const { probabilities } = forecast;
  const labels = optionLabels(criteriaOf(options));
  const [first = "", second = ""] = probabilityOrder(probabilities);
  const percent = (option: string) => formatPercent(probabilities[option] ?? 0);
  return (
    <div className={styles.forecast}>
      <Bar share={probabilities[first] ?? 0} />
      <span title={nameOption(first, labels)}>{nameOption(first, labels)}</span>
      <strong>{percent(first)}</strong>
      {options.length > 2 && (
        <>
          <span className={styles.second} title={nameOption(second, labels)}>
            {nameOption(second, labels)}
          </span>
          <span className={styles.percent}>{percent(second)}</span>
        </>
      )}
    </div>
  );
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
    <Group gap={4} mt={2}>
      {tags.map((tag) => (
        <Badge
          key={tag}
          component="a"
          href={routes.questions({ ...query, tag, after: undefined })}
          variant="outline"
          color="gray"
          size="sm"
        >
          {tag}
        </Badge>
      ))}
    </Group>
  );
}
