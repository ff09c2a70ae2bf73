import { dayFields, taskField } from "#components/ui/filter-fields.ts";
import { FilterForm } from "#components/ui/filter-form.tsx";
import type { ForecastsQuery } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";

export function ForecastFilters({ query }: { readonly query: ForecastsQuery }) {
  return (
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
  );
}
