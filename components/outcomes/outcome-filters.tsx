import { taskField } from "#components/ui/filter-fields.ts";
import { FilterForm } from "#components/ui/filter-form.tsx";
import type { OutcomesQuery } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";

export function OutcomeFilters({ query: { state, text, tag, task } }: { readonly query: OutcomesQuery }) {
  return (
    <FilterForm
      what="outcomes"
      action={routes.outcomes()}
      kept={{ state }}
      fields={[
        { name: "text", label: "Search questions", value: text },
        { name: "tag", label: "Tag", value: tag },
        taskField(task),
      ]}
    />
  );
}
