import { Empty } from "#components/ui/empty.tsx";
import type { ForecastsQuery } from "#lib/console/routes.ts";
import { formatCount } from "#lib/format.ts";

interface NoForecastsProps {
  readonly query: ForecastsQuery;
  /** The event down to which the record was searched; null: all of it was. */
  readonly searchedDownTo: number | null;
}

export function NoForecasts({ query, searchedDownTo }: NoForecastsProps) {
  if (searchedDownTo !== null) {
    return (
      <Empty title="No forecast fits these filters so far">
        Searched back to event {formatCount(searchedDownTo)}. Older ones may fit: go on to them, or narrow the days.
      </Empty>
    );
  }
  if (Object.values(query).some((value) => value !== undefined)) {
    return (
      <Empty title="No forecast fits these filters">
        Clear one of them. Refused requests are not here: the records list every attempt.
      </Empty>
    );
  }
  return (
    <Empty title="Nothing has been forecast yet">
      A forecast appears here once a reviewed request was answered, for a backend at <code>POST /v1/predict</code> or
      for a member at <code>forecasts.run</code>. <code>npm run predict -- examples/binary.json</code> makes the first
      one.
    </Empty>
  );
}
