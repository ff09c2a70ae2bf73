import { IconChartBar, IconFilterOff } from "@tabler/icons-react";
import { Empty } from "#components/ui/empty.tsx";
import { NextStep } from "#components/ui/next-step.tsx";
import type { ForecastsQuery } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";

export function NoForecasts({ query }: { readonly query: ForecastsQuery }) {
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
