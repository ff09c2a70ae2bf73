"use client";

import { Button, Text } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Link } from "#components/ui/link.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { QuestionLink } from "#components/ui/question-link.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import type { TrackRecordQuery } from "#lib/console/filters.ts";
import { binInput, worstInput } from "#lib/console/lists.ts";
import { routes } from "#lib/console/routes.ts";
import { nameFinding } from "#lib/findings/finding-names.ts";
import { formatScore } from "#lib/format.ts";
import { nameBin } from "#lib/scores/score-tables.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";

type Scored = Outputs["outcomes"]["scored"][number];

export function BinForecasts({ query, bin }: { readonly query: TrackRecordQuery; readonly bin: number }) {
  const trpc = useTRPC();
  const input = binInput(query, bin);
  const { data } = useSuspenseQuery(trpc.outcomes.scored.queryOptions(input));
  const last = data.length < input.limit ? undefined : data.at(-1);
  return (
    <div id="bin">
      <Panel
        title={`Forecasts with an option at ${nameBin(bin)}`}
        aside={<Link href={routes.trackRecord({ ...query, bin: undefined, after: undefined })}>Close</Link>}
      >
        <ScoredTable label="Forecasts of the bin" rows={data} isEarly={query.by === "early"} />
        {data.length === 0 && <p>No more forecasts in this bin.</p>}
        {last !== undefined && (
          <Button
            component={Link}
            href={`${routes.trackRecord({ ...query, after: last.requestId })}#bin`}
            variant="default"
            mt="xs"
          >
            Older forecasts
          </Button>
        )}
      </Panel>
    </div>
  );
}

export function WorstForecasts({ query }: { readonly query: TrackRecordQuery }) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.outcomes.scored.queryOptions(worstInput(query)));
  return (
    <Panel title="Worst forecasts" aside="the worst forecast of each question">
      <ScoredTable label="Forecasts with the worst scores" rows={data} isEarly={query.by === "early"} />
    </Panel>
  );
}

interface ScoredTableProps {
  readonly label: string;
  readonly rows: readonly Scored[];
  /** Adds the column with the time from which a score counts. */
  readonly isEarly: boolean;
}

function ScoredTable({ label, rows, isEarly }: ScoredTableProps) {
  const columns = isEarly ? [...COLUMNS, COUNTS_FROM] : COLUMNS;
  return <DataTable label={label} rows={rows} keyOf={({ requestId }) => requestId} columns={columns} fold="named" />;
}

const COUNTS_FROM: Column<Scored> = {
  name: "Counted from",
  show: ({ countsFrom }) => <TimeText at={countsFrom} />,
};

const COLUMNS: readonly Column<Scored>[] = [
  {
    name: "Question",
    isName: true,
    isText: true,
    narrow: "whole line",
    show: ({ requestId, instructions, findings }) => (
      <>
        <QuestionLink href={routes.forecast(requestId)} question={instructions} />
        {findings.length > 0 && (
          <Text size="xs" c="dimmed" fw={400}>
            Findings: {findings.map(nameFinding).join(", ")}
          </Text>
        )}
      </>
    ),
  },
  { name: "Outcome", show: ({ option, label }) => <span title={option}>{label}</span> },
  { name: "Probability of the outcome", isNumber: true, show: ({ probability }) => formatPercent(probability) },
  { name: "Log score", isNumber: true, show: ({ log }) => formatScore(log) },
  { name: "Brier score", isNumber: true, show: ({ brier }) => formatScore(brier) },
  { name: "Made", show: ({ generatedAt }) => <TimeText at={generatedAt} /> },
];
