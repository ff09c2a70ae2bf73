import { dayFields, taskField } from "#components/ui/filter-fields.ts";
import { FilterForm } from "#components/ui/filter-form.tsx";
import type { ForecastsQuery } from "#lib/console/forecast-filter.ts";
import { routes } from "#lib/console/routes.ts";
import { ERROR_CODES } from "#lib/contract/error-table.ts";

const OUTCOMES = [{ value: "", label: "answered" }, ...ERROR_CODES.map((code) => ({ value: code, label: code }))];

/** Attempts that were refused have no forecast: choosing a code leads to them in the audit log. */
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
        { name: "code", label: "Outcome", value: "", choices: OUTCOMES },
      ]}
    />
  );
}
