import { Text } from "@mantine/core";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Link } from "#components/ui/link.tsx";
import { QuestionLink } from "#components/ui/question-link.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { visible } from "#lib/format.ts";
import { TopOptions } from "./top-options.tsx";

type Forecast = Outputs["forecasts"]["list"]["forecasts"][number];

interface Row extends Forecast {
  /** Whether the question is that of the row above, so that it is not repeated. */
  readonly isRepeated: boolean;
}

/** Forecasts grouped by question, with a checkbox named `id` each. */
export function ForecastTable({ forecasts }: { readonly forecasts: readonly Forecast[] }) {
  const groups = [...Map.groupBy(forecasts, ({ taskId }) => taskId).values()];
  const rows = groups.flatMap((group) => group.map((one, index) => ({ ...one, isRepeated: index > 0 })));
  return (
    <DataTable label="Forecasts" rows={rows} keyOf={({ requestId }) => requestId} columns={COLUMNS} fold="plain" />
  );
}

const COLUMNS: readonly Column<Row>[] = [
  {
    name: "Question",
    isText: true,
    narrow: "whole line",
    show: ({ taskId, instructions, isRepeated }) =>
      !isRepeated && <QuestionLink href={routes.question(taskId)} question={instructions} />,
  },
  {
    name: "Compare",
    width: 70,
    show: ({ requestId, instructions }) => (
      <input
        type="checkbox"
        name="id"
        value={requestId}
        aria-label={`Compare: ${visible(instructions.slice(0, 80))}`}
      />
    ),
  },
  {
    name: "Forecast",
    isName: true,
    show: ({ requestId, generatedAt }) => (
      <Link href={routes.forecast(requestId)}>
        <TimeText at={generatedAt} />
      </Link>
    ),
  },
  {
    name: "Probabilities",
    width: 360,
    narrow: "whole line",
    show: ({ labels, probabilities }) => <TopOptions labels={labels} probabilities={probabilities} />,
  },
  { name: "Cutoff", narrow: "with name", show: ({ asOf }) => <TimeText at={asOf} /> },
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
