import { ForecastList } from "#components/forecasts/forecast-list.tsx";
import { dayFields, taskField } from "#components/ui/filter-fields.ts";
import { FilterForm } from "#components/ui/filter-form.tsx";
import { forecastList } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
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
      filters={
        <FilterForm
          what="forecasts"
          action={routes.forecasts()}
          fields={[
            { name: "text", label: "Search questions", value: query.text },
            { name: "option", label: "Chosen option", value: query.option },
            { name: "tag", label: "Tag", value: query.tag },
            taskField(query.task),
            { name: "release", label: "Release", value: query.release },
            ...dayFields(query),
          ]}
        />
      }
      files={tablePaths("forecasts", filter)}
    />,
    read(trpc.forecasts.list.queryOptions(input)),
  );
});
