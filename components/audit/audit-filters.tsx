import { dayFields, taskField } from "#components/ui/filter-fields.ts";
import { FilterForm } from "#components/ui/filter-form.tsx";
import { type RecordsQuery, routes } from "#lib/console/routes.ts";
import { ERROR_CODES } from "#lib/contract/error-table.ts";

const SHOWN = [
  { value: "attempts", label: "Attempts" },
  { value: "reviews", label: "Submissions and reviews" },
  { value: "credentials", label: "API keys" },
  { value: "members", label: "Members" },
  { value: "everything", label: "Everything" },
];

const CODES = [{ value: "", label: "any" }, ...ERROR_CODES.map((code) => ({ value: code, label: code }))];

const UUID = {
  source: "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}",
  words: "A UUID, as in X-Request-Id",
  example: "a UUID",
};

export function AuditFilters({ query }: { readonly query: RecordsQuery }) {
  return (
    <FilterForm
      what="audit events"
      action={routes.auditLog()}
      fields={[
        { name: "show", label: "Show", value: query.show, choices: SHOWN },
        { name: "code", label: "Code", value: query.code, choices: CODES },
        { name: "request", label: "Request id", value: query.request, pattern: UUID },
        { name: "who", label: "API key or member (id)", value: query.who },
        taskField(query.task),
        { name: "release", label: "Release", value: query.release },
        ...dayFields(query),
      ]}
    />
  );
}
