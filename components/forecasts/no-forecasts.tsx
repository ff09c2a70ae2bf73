import { IconChartBar, IconFilterOff } from "@tabler/icons-react";
import { Empty } from "#components/ui/empty.tsx";
import { NextStep } from "#components/ui/next-step.tsx";
import type { ForecastsQuery } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { formatCount } from "#lib/format.ts";

interface NoForecastsProps {
  readonly query: ForecastsQuery;
  /** Number of the oldest audit event that was searched; null if the whole audit log was searched. */
  readonly searchedDownTo: number | null;
}

export function NoForecasts({ query, searchedDownTo }: NoForecastsProps) {
  if (searchedDownTo !== null) {
    return (
      <Empty title="No matching forecast so far">
        Searched back to event {formatCount(searchedDownTo)}. Continue with older forecasts or narrow the date range.
      </Empty>
    );
  }
  if (Object.values(query).some((value) => value !== undefined)) {
    return (
      <Empty
        title="No matching forecast"
        icon={IconFilterOff}
        next={<NextStep href={routes.forecasts()} label="Clear the filters" />}
      >
        Clear a filter. Refused requests are in the audit log.
      </Empty>
    );
  }
  return (
    <Empty
      title="No forecasts yet"
      icon={IconChartBar}
      next={
        <>
          <NextStep href={routes.compose} label="Compose a request" isMain />
          <NextStep href={routes.submissions({ whose: "all", status: "approved" })} label="Approved submissions" />
        </>
      }
    >
      A forecast appears here after a backend or a member runs an approved request. To make the first forecast, run{" "}
      <code>npm run predict -- examples/binary.json</code>.
    </Empty>
  );
}
