import { ChoiceField, DayFields, TaskField, TextField } from "#components/ui/filter-fields.tsx";
import { FilterForm } from "#components/ui/filter-form.tsx";
import { type ForecastsQuery, routes } from "#lib/console/routes.ts";
import { ERROR_CODES } from "#lib/contract/error-table.ts";

const ENDINGS = [
  { value: "", label: "with an answer" },
  ...ERROR_CODES.map((code) => ({ value: code, label: `with ${code}` })),
];

/** Attempts that ended with a code have no forecast: that choice leads to them in the records. */
export function ForecastFilters({ query }: { readonly query: ForecastsQuery }) {
  return (
    <FilterForm key={JSON.stringify(query)} what="forecasts" action={routes.forecasts()}>
      <TextField label="Words of the question" name="text" value={query.text} />
      <TextField label="Chosen option" name="option" value={query.option} />
      <TaskField value={query.task} />
      <TextField label="Release" name="release" value={query.release} />
      <DayFields from={query.from} before={query.before} />
      <ChoiceField label="Ended" name="code" value="" choices={ENDINGS} />
    </FilterForm>
  );
}
