"use client";

import { Stack, Text } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { describeOverTime } from "#components/forecasts/describe-over-time.ts";
import { Legend } from "#components/forecasts/legend.tsx";
import { NotVerified } from "#components/forecasts/not-verified.tsx";
import { frameTime } from "#components/forecasts/plot.ts";
import { PointsTable } from "#components/forecasts/points-table.tsx";
import { MOST_DRAWN, toSeries } from "#components/forecasts/series.ts";
import { TimeChart } from "#components/forecasts/time-chart.tsx";
import type { Entry } from "#components/outcomes/entry-state.tsx";
import { Link } from "#components/ui/link.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { nameOutcome } from "#lib/console/outcomes.ts";
import { routes } from "#lib/console/routes.ts";
import { formatInstant } from "#lib/format.ts";
import { probabilityOrder } from "#lib/stats/order-options.ts";

interface ForecastsOverTimeProps {
  readonly taskId: string;
  /** What counts as the outcome; it is marked in the chart. */
  readonly outcome: Entry | null;
}

/** How the forecasts of a question changed with what was known, up to the event. */
export function ForecastsOverTime({ taskId, outcome }: ForecastsOverTimeProps) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.forecasts.overTime.queryOptions({ taskId }));
  const { options, labels, points, resolvesAt } = data;
  const [chosen, setChosen] = useState<readonly string[]>();
  const likely = probabilityOrder(points.at(-1)?.probabilities ?? {}).slice(0, MOST_DRAWN);
  const drawn = chosen ?? likely;
  const series = toSeries(options.filter((option) => drawn.includes(option)));
  const event =
    outcome === null
      ? undefined
      : { happenedAt: outcome.happenedAt, label: `outcome: ${nameOutcome(outcome.option, labels)}` };
  const frame = frameTime(
    points.map(({ asOf }) => asOf),
    { resolvesAt, outcome: event },
  );
  return (
    <Panel title="Forecasts over time" aside={<NotVerified />}>
      <Stack gap="sm" mb="lg">
        <p>
          {describeOverTime(points, options, labels)}
          {outcome !== null &&
            ` Outcome: ${nameOutcome(outcome.option, labels)}, decided at ${formatInstant(outcome.happenedAt)} UTC.`}
        </p>
        <Legend options={options} series={series} labels={labels} onDraw={setChosen} />
        <TimeChart points={points} series={series} labels={labels} frame={frame} />
        <Text size="sm">
          <Link href={routes.forecasts({ task: taskId })}>All forecasts of this question</Link>
        </Text>
      </Stack>
      <PointsTable options={options} labels={labels} points={points} />
    </Panel>
  );
}
