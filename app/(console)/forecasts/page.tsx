import { ForecastFilters } from "#components/forecasts/forecast-filters.tsx";
import { ForecastList } from "#components/forecasts/forecast-list.tsx";
import { forecastList } from "#lib/console/filters.ts";
import { tablePaths } from "#server/console/files/export-path.ts";
import { filteredPage } from "#server/process/next/filtered-page.tsx";

export const metadata = { title: "Forecasts" };

export default filteredPage(metadata.title, forecastList, (query, { read, show, trpc }) => {
  const input = forecastList.toPage(query);
  const filter = forecastList.toFilter(query);
  return show(
    <ForecastList
      query={query}
      input={input}
      filters={<ForecastFilters query={query} />}
      files={tablePaths("forecasts", filter)}
    />,
    read(trpc.forecasts.list.queryOptions(input)),
  );
});
