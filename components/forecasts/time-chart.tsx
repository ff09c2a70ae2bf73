import type { Frame } from "#components/ui/charts/frame-time.ts";
import { LineChart } from "#components/ui/charts/line-chart.tsx";
import { routes } from "#lib/console/routes.ts";
import { nameOption, type OptionLabels } from "#lib/domain/option-label.ts";
import { formatInstant } from "#lib/format.ts";
import { markVersions } from "./mark-versions.ts";
import type { Series } from "./series.ts";

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

export function TimeChart({ points, series, labels, frame: { place, ticks, marks } }: TimeChartProps) {
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
