import { Stack } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { frameTime } from "#components/ui/charts/frame-time.ts";
import type { Outputs } from "#components/ui/trpc.ts";
import { COLUMN_LENGTH, optionLabels } from "#lib/domain/option-label.ts";
import { nameOutcome } from "#lib/domain/outcomes.ts";
import { formatInstant } from "#lib/format.ts";
import { probabilityOrder } from "#lib/stats/order-options.ts";
import { describeOverTime } from "./describe-over-time.ts";
import { Legend } from "./legend.tsx";
import { OnlyLatest } from "./only-latest.tsx";
import { PointsTable } from "./points-table.tsx";
import { MAX_DRAWN, toSeries } from "./series.ts";
import { TimeChart } from "./time-chart.tsx";

interface OverTimeProps {
  readonly forecasts: Outputs["forecasts"]["overTime"];
  readonly children: ReactNode;
}

export function OverTime({ forecasts, children }: OverTimeProps) {
  const { options, labels, points, resolvesAt, outcome, truncated } = forecasts;
  const [chosen, setChosen] = useState<readonly string[]>();
  const likely = probabilityOrder(points.at(-1)?.probabilities ?? {}).slice(0, MAX_DRAWN);
  const drawn = chosen ?? likely;
  const shortLabels = optionLabels(labels, COLUMN_LENGTH);
  const series = toSeries(options.filter((option) => drawn.includes(option)));
  const event = outcome === null ? undefined : { ...outcome, label: `outcome: ${nameOutcome(outcome.option, labels)}` };
  const frame = frameTime(
    points.map(({ asOf }) => asOf),
    { resolvesAt, outcome: event },
  );
  return (
    <>
      <Stack gap="sm" mb="lg">
        <OnlyLatest truncated={truncated} />
        <p>
          {describeOverTime(points, options, labels)}
          {outcome !== null &&
            ` Outcome: ${nameOutcome(outcome.option, labels)}, decided at ${formatInstant(outcome.happenedAt)} UTC.`}
        </p>
        <Legend options={options} series={series} labels={labels} onDraw={setChosen} />
        <TimeChart points={points} series={series} labels={shortLabels} frame={frame} />
        {children}
      </Stack>
      <PointsTable options={options} labels={shortLabels} points={points} />
    </>
  );
}
