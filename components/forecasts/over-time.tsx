import { Stack } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { type Frame, frameTime } from "#components/ui/charts/frame-time.ts";
import { LineChart } from "#components/ui/charts/line-chart.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { COLUMN_LENGTH, nameOption, type OptionLabels, optionLabels } from "#lib/domain/option-label.ts";
import { nameOutcome } from "#lib/domain/outcomes.ts";
import { countOf, formatInstant } from "#lib/format.ts";
import { formatPercent, formatPoints } from "#lib/stats/format-percent.ts";
import { probabilityOrder } from "#lib/stats/order-options.ts";
import { Legend } from "./legend.tsx";
import { markVersions } from "./mark-versions.ts";
import { OnlyLatest } from "./only-latest.tsx";
import { PointsTable } from "./points-table.tsx";
import { MAX_DRAWN, type Series, toSeries } from "./series.ts";

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

type Point = Outputs["forecasts"]["overTime"]["points"][number];

/** Describes the chart: the first and last probability of the option that changed most. */
function describeOverTime(points: readonly Point[], options: readonly string[], labels: OptionLabels): string {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined) return "No forecasts yet.";
  if (points.length === 1) {
    return first.forecasts === 1
      ? "Only one forecast so far."
      : `${countOf(first.forecasts, "forecast")}, all with the same answer.`;
  }
  const versions = countOf(new Set(points.map(({ modelVersion }) => modelVersion)).size, "model version");
  const moves = options.map((option) => {
    const [from, to] = [first.probabilities[option] ?? 0, last.probabilities[option] ?? 0];
    return { option, from, to, by: to - from };
  });
  const [most] = moves.sort((a, b) => Math.abs(b.by) - Math.abs(a.by));
  if (most === undefined) return "";
  const span = `Between the information cutoffs ${formatInstant(first.asOf)} and ${formatInstant(last.asOf)} UTC`;
  const moved =
    most.by === 0
      ? "no probability changed overall"
      : `“${nameOption(most.option, labels)}” changed most, from ${formatPercent(most.from)} to ${formatPercent(most.to)} (${formatPoints(most.by)})`;
  return `${span}, ${moved}. The chart shows ${countOf(points.length, "different answer")} from ${versions}.`;
}

interface TimeChartProps {
  readonly points: readonly {
    readonly requestId: string;
    readonly asOf: string;
    readonly modelVersion: string;
    readonly probabilities: Readonly<Record<string, number>>;
  }[];
  readonly series: readonly Series[];
  readonly labels: OptionLabels;
  readonly frame: Frame;
}

function TimeChart({ points, series, labels, frame: { place, ticks, marks } }: TimeChartProps) {
  return (
    <LineChart
      label="Chart of the probability of each option by information cutoff"
      marks={[...markVersions(points, place), ...marks]}
      ticks={ticks}
      lines={series.map(({ option, ...look }) => ({
        ...look,
        id: option,
        name: nameOption(option, labels),
        points: points.map(({ requestId, asOf, probabilities }) => ({
          x: place(asOf),
          y: probabilities[option] ?? 0,
          at: `${formatInstant(asOf)} UTC`,
          href: routes.forecast(requestId),
        })),
      }))}
    />
  );
}
