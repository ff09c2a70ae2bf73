import { dayFields, taskField } from "#components/ui/filter-fields.ts";
import { FilterForm } from "#components/ui/filter-form.tsx";
import type { AuditQuery } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { ERROR_CODES } from "#lib/contract/error-table.ts";
import { SHOWN_EVENTS } from "#lib/domain/audit-events.ts";

const SHOWN = Object.entries(SHOWN_EVENTS).map(([value, { label }]) => ({ value, label }));

const CODES = [{ value: "", label: "any" }, ...ERROR_CODES.map((code) => ({ value: code, label: code }))];

const UUID = {
  source: "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}",
  words: "A UUID, such as the value of the X-Request-Id header",
  example: "a UUID",
};

export function AuditFilters({ query }: { readonly query: AuditQuery }) {
  return (
    <FilterForm
      what="audit events"
      action={routes.auditLog()}
      fields={[
        { name: "show", label: "Show", value: query.show, choices: SHOWN },
        { name: "code", label: "Code", value: query.code, choices: CODES },
        { name: "request", label: "Request id", value: query.request, pattern: UUID },
        { name: "who", label: "API key or member", value: query.who },
        taskField(query.task),
        { name: "release", label: "Release", value: query.release },
        ...dayFields(query),
      ]}
    />
  );
}
