import { Empty } from "#components/ui/empty.tsx";
import type { ForecastsQuery } from "#lib/console/forecast-filter.ts";
import { formatCount } from "#lib/format.ts";

interface NoForecastsProps {
  readonly query: ForecastsQuery;
  /** The event down to which the audit log was searched; null: all of it was. */
  readonly searchedDownTo: number | null;
}

export function NoForecasts({ query, searchedDownTo }: NoForecastsProps) {
  if (searchedDownTo !== null) {
    return (
      <Empty title="No matching forecast so far">
        Searched back to event {formatCount(searchedDownTo)}. Go on to older forecasts, or narrow the days.
      </Empty>
    );
  }
  if (Object.values(query).some((value) => value !== undefined)) {
    return <Empty title="No matching forecast">Clear a filter. Refused requests are in the audit log.</Empty>;
  }
  return (
    <Empty title="No forecasts yet">
      A forecast appears here once a reviewed request is answered, for a backend at <code>POST /v1/predict</code> or for
      a member at <code>forecasts.run</code>. <code>npm run predict -- examples/binary.json</code> makes the first one.
    </Empty>
  );
}
