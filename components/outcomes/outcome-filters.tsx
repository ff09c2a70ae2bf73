import { taskField } from "#components/ui/filter-fields.ts";
import { FilterForm } from "#components/ui/filter-form.tsx";
import type { OutcomesQuery } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { QUESTION_STATE_LABELS, QUESTION_STATES } from "#lib/domain/outcomes.ts";

const STATES = QUESTION_STATES.map((value) => ({ value, label: QUESTION_STATE_LABELS[value] }));

export function OutcomeFilters({ query }: { readonly query: OutcomesQuery }) {
  return (
    <FilterForm
      what="outcomes"
      action={routes.outcomes()}
      fields={[
        { name: "state", label: "Outcome", value: query.state, choices: STATES },
        { name: "text", label: "Search questions", value: query.text },
        { name: "tag", label: "Tag", value: query.tag },
        taskField(query.task),
      ]}
    />
  );
}
