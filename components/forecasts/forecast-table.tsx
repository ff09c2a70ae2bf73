import { Stack, Text } from "@mantine/core";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Link } from "#components/ui/link.tsx";
import { QuestionLink } from "#components/ui/question-link.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import type { ForecastsQuery } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { MiniBars } from "./mini-bars.tsx";

export type ListedForecast = Outputs["forecasts"]["list"]["forecasts"][number];

interface ForecastTableProps {
  readonly forecasts: readonly ListedForecast[];
  /** Active filters of the list. If they include no task, each row links to all forecasts of its question. */
  readonly query?: ForecastsQuery;
  readonly first?: Column<ListedForecast>;
}

export function ForecastTable({ forecasts, query, first }: ForecastTableProps) {
  return (
    <DataTable
      label="Forecasts"
      rows={forecasts}
      keyOf={({ requestId }) => requestId}
      columns={[...(first === undefined ? [] : [first]), ...columnsOf(query)]}
      fold="plain"
    />
  );
}

function columnsOf(query: ForecastsQuery | undefined): Column<ListedForecast>[] {
  return [
    {
      name: "Question",
      isName: true,
      isText: true,
      narrow: "whole line",
      show: ({ requestId, instructions, taskId }) => (
        <Stack gap={4} align="start">
          <QuestionLink href={routes.forecast(requestId)} question={instructions} />
          {query !== undefined && query.task === undefined && (
            <Text
              component={Link}
              href={routes.forecasts({ ...query, task: taskId, after: undefined })}
              size="xs"
              fw={400}
              c="dimmed"
              lh="24px"
            >
              All forecasts of this question
            </Text>
          )}
        </Stack>
      ),
    },
    {
      name: "Probabilities",
      width: 290,
      narrow: "whole line",
      show: ({ options, labels, probabilities }) => (
        <MiniBars options={options} labels={labels} probabilities={probabilities} />
      ),
    },
    { name: "Cutoff", narrow: "with name", show: ({ asOf }) => <TimeText at={asOf} /> },
    { name: "Made", narrow: "leave out", show: ({ generatedAt }) => <TimeText at={generatedAt} /> },
    { name: "Requested by", width: 90, show: ({ askedBy }) => askedBy },
    { name: "Release", width: 110, narrow: "leave out", show: ({ release }) => release },
  ];
}
