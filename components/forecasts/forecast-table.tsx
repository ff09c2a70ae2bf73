import { Anchor, Checkbox, Stack, Text } from "@mantine/core";
import Link from "next/link";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import type { ForecastsQuery } from "#lib/console/forecast-filter.ts";
import { routes } from "#lib/console/routes.ts";
import { visible } from "#lib/format.ts";
import { MiniBars } from "./mini-bars.tsx";

type Listed = Outputs["forecasts"]["list"]["forecasts"][number];

interface ForecastTableProps {
  readonly forecasts: readonly Listed[];
  /** The list's filters, where a row can be narrowed to its task and be ticked for a comparison. */
  readonly query?: ForecastsQuery;
}

/** Forecasts of a list: the question, small bars, when and for whom. */
export function ForecastTable({ forecasts, query }: ForecastTableProps) {
  return (
    <DataTable
      label="Forecasts"
      rows={forecasts}
      keyOf={({ requestId }) => requestId}
      columns={columnsOf(query)}
      fold="plain"
    />
  );
}

function columnsOf(query: ForecastsQuery | undefined): Column<Listed>[] {
  const choice: Column<Listed> = {
    name: "Compare",
    width: 80,
    show: ({ requestId, instructions }) => (
      <Checkbox name="id" value={requestId} aria-label={`Compare: ${visible(instructions).slice(0, 80)}`} />
    ),
  };
  return [
    ...(query === undefined ? [] : [choice]),
    {
      name: "Question",
      isName: true,
      narrow: "whole line",
      show: ({ requestId, instructions, taskId }) => (
        <Stack gap={4} align="start">
          <Anchor
            component={Link}
            href={routes.forecast(requestId)}
            prefetch={false}
            c="var(--ink)"
            lineClamp={2}
            dir="auto"
          >
            {visible(instructions)}
          </Anchor>
          {query !== undefined && query.task === undefined && (
            <Text
              component={Link}
              href={routes.forecasts({ ...query, task: taskId, after: undefined })}
              prefetch={false}
              size="xs"
              fw={400}
              c="dimmed"
              lh="24px"
            >
              Only this task
            </Text>
          )}
        </Stack>
      ),
    },
    {
      name: "Probabilities",
      width: 290,
      narrow: "whole line",
      show: ({ options, probabilities }) => <MiniBars options={options} probabilities={probabilities} />,
    },
    { name: "Made (UTC)", show: ({ generatedAt }) => <TimeText at={generatedAt} zone={false} /> },
    { name: "By", width: 90, show: ({ askedBy }) => askedBy },
    { name: "Release", width: 110, show: ({ release }) => release },
  ];
}
