"use client";

import { Alert, Stack, Text } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "#components/ui/link.tsx";
import { Page } from "#components/ui/page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { visible } from "#lib/format.ts";
import { probabilityOrder } from "#lib/stats/order-options.ts";
import { describeOverTime } from "./describe-over-time.ts";
import { Legend } from "./legend.tsx";
import { NotVerified } from "./not-verified.tsx";
import { frameTime } from "./plot.ts";
import { PointsTable } from "./points-table.tsx";
import { MOST_DRAWN, toSeries } from "./series.ts";
import { TimeChart } from "./time-chart.tsx";

interface OverTimeScreenProps {
  readonly taskId: string;
  readonly release: string | undefined;
}

/** How a task's forecasts changed with the information cutoff. */
export function OverTimeScreen({ taskId, release }: OverTimeScreenProps) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.forecasts.overTime.queryOptions({ taskId, release }));
  const { instructions, resolvesAt, options, labels, points, truncated } = data;
  const [chosen, setChosen] = useState<readonly string[]>();
  const likely = probabilityOrder(points.at(-1)?.probabilities ?? {}).slice(0, MOST_DRAWN);
  const drawn = chosen ?? likely;
  const series = toSeries(options.filter((option) => drawn.includes(option)));
  const frame = frameTime(
    points.map(({ asOf }) => asOf),
    { resolvesAt },
  );
  return (
    <Page
      title={<span style={{ whiteSpace: "pre-line" }}>{visible(instructions)}</span>}
      about={
        <>
          Forecasts over time. Resolution date: <TimeText at={resolvesAt} />.{" "}
          <Link href={routes.forecasts({ task: taskId, release })}>All forecasts of this question</Link>
        </>
      }
    >
      <Panel title="Probability against the information cutoff" aside={<NotVerified />}>
        <Stack gap="sm" mb="lg">
          {truncated && (
            <Alert title="Only the latest 2,000 forecasts are drawn" color="warn">
              The list of forecasts and its downloads have all of them.
            </Alert>
          )}
          <p>{describeOverTime(points, options, labels)}</p>
          <Legend options={options} series={series} labels={labels} onDraw={setChosen} />
          <TimeChart points={points} series={series} labels={labels} frame={frame} />
          <Text c="dimmed" size="sm">
            In percent. Lines connect forecasts; nothing was forecast in between. A dashed vertical line marks a new
            model version.
          </Text>
        </Stack>
        <PointsTable options={options} labels={labels} points={points} />
      </Panel>
    </Page>
  );
}
