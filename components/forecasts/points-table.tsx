import { DataTable } from "#components/ui/data-table.tsx";
import { Link } from "#components/ui/link.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { nameOption, type OptionLabels } from "#lib/domain/option-label.ts";
import { formatCount } from "#lib/format.ts";
import { shortVersion } from "#lib/short-version.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";

type Point = Outputs["forecasts"]["overTime"]["points"][number];

interface PointsTableProps {
  readonly options: readonly string[];
  readonly labels: OptionLabels;
  readonly points: readonly Point[];
}

/** Table of the points in the chart, latest cutoff first. Each point links to its latest forecast. */
export function PointsTable({ options, labels, points }: PointsTableProps) {
  return (
    <DataTable
      label="Probabilities by information cutoff"
      rows={points.toReversed()}
      keyOf={({ requestId }) => requestId}
      columns={[
        {
          name: "Cutoff (UTC)",
          isName: true,
          show: ({ asOf, requestId }: Point) => (
            <Link href={routes.forecast(requestId)}>
              <TimeText exact at={asOf} zone={false} />
            </Link>
          ),
        },
        ...options.map((option) => ({
          // The leading space prevents a clash between an option ID, such as "Version", and another column name.
          name: ` ${option}`,
          head: nameOption(option, labels),
          isNumber: true,
          show: ({ probabilities }: Point) => (
            <span title={String(probabilities[option] ?? "")}>{formatPercent(probabilities[option] ?? 0)}</span>
          ),
        })),
        {
          name: "Version",
          show: ({ modelVersion }) => <code title={modelVersion}>{shortVersion(modelVersion)}</code>,
        },
        { name: "Forecasts", isNumber: true, show: ({ forecasts }) => formatCount(forecasts) },
      ]}
    />
  );
}
