import { Text } from "@mantine/core";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { QuestionLink } from "#components/ui/question-link.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { TopOptions } from "./top-options.tsx";

export type ListedForecast = Outputs["forecasts"]["list"]["forecasts"][number];

interface ForecastTableProps {
  readonly forecasts: readonly ListedForecast[];
  readonly first?: Column<ListedForecast>;
}

export function ForecastTable({ forecasts, first }: ForecastTableProps) {
  return (
    <DataTable
      label="Forecasts"
      rows={forecasts}
      keyOf={({ requestId }) => requestId}
      columns={[...(first === undefined ? [] : [first]), ...COLUMNS]}
      fold="plain"
    />
  );
}

const COLUMNS: readonly Column<ListedForecast>[] = [
  {
    name: "Question",
    isName: true,
    isText: true,
    narrow: "whole line",
    show: ({ requestId, instructions }) => <QuestionLink href={routes.forecast(requestId)} question={instructions} />,
  },
  {
    name: "Probabilities",
    width: 380,
    narrow: "whole line",
    show: ({ labels, probabilities }) => <TopOptions labels={labels} probabilities={probabilities} />,
  },
  { name: "Cutoff", narrow: "with name", show: ({ asOf }) => <TimeText at={asOf} /> },
  { name: "Made", narrow: "leave out", show: ({ generatedAt }) => <TimeText at={generatedAt} /> },
  {
    name: "Requested by",
    width: 110,
    show: ({ askedBy }) => (
      <Text span lineClamp={1} fz="inherit" title={askedBy} style={{ wordBreak: "break-all" }}>
        {askedBy}
      </Text>
    ),
  },
  { name: "Release", width: 110, narrow: "leave out", show: ({ release }) => release },
];
