import Link from "next/link";
import { Table } from "#components/ui/table.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { formatCount } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import { shortVersion } from "./plot.ts";

interface PointsTableProps {
  readonly options: readonly string[];
  readonly points: Outputs["forecasts"]["overTime"]["points"];
}

/** Every point of the chart, the latest cutoff first, with the forecast that it stands for. */
export function PointsTable({ options, points }: PointsTableProps) {
  return (
    <Table label="Probabilities by information cutoff">
      <thead>
        <tr>
          <th scope="col">Cutoff (UTC)</th>
          {options.map((option) => (
            <th key={option} scope="col" data-number>
              {option}
            </th>
          ))}
          <th scope="col">Version</th>
          <th scope="col" data-number>
            Times asked
          </th>
          <th scope="col">Latest</th>
        </tr>
      </thead>
      <tbody>
        {points.toReversed().map(({ asOf, probabilities, modelVersion, forecasts, requestId }) => (
          <tr key={requestId}>
            <th scope="row">
              <TimeText at={asOf} zone={false} />
            </th>
            {options.map((option) => (
              <td key={option} data-number title={String(probabilities[option] ?? "")}>
                {formatPercent(probabilities[option] ?? 0)}
              </td>
            ))}
            <td>
              <code title={modelVersion}>{shortVersion(modelVersion)}</code>
            </td>
            <td data-number>{formatCount(forecasts)}</td>
            <td>
              <Link href={routes.forecast(requestId)} prefetch={false}>
                forecast
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
