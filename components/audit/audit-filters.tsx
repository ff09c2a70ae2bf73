import { Field } from "#components/ui/field.tsx";
import { ChoiceField, DayFields, TaskField, TextField } from "#components/ui/filter-fields.tsx";
import { FilterForm } from "#components/ui/filter-form.tsx";
import styles from "#components/ui/filters.module.css";
import { type RecordsQuery, routes } from "#lib/console/routes.ts";
import { ERROR_CODES } from "#lib/contract/error-table.ts";

const SHOWN = [
  { value: "attempts", label: "Attempts" },
  { value: "reviews", label: "Submissions and reviews" },
  { value: "credentials", label: "Credentials" },
  { value: "members", label: "Members" },
  { value: "everything", label: "Everything" },
];

const CODES = [{ value: "", label: "any" }, ...ERROR_CODES.map((code) => ({ value: code, label: code }))];

export function AuditFilters({ query }: { readonly query: RecordsQuery }) {
  return (
    <FilterForm key={JSON.stringify(query)} what="records" action={routes.records()}>
      <ChoiceField label="Show" name="show" value={query.show} choices={SHOWN} />
      <ChoiceField label="Code" name="code" value={query.code} choices={CODES} />
      <div className={styles.wide}>
        <Field label="Request id">
          {(id) => (
            <input
              id={id}
              name="request"
              placeholder="a UUID"
              defaultValue={query.request}
              pattern="\s*[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\s*"
              title="A UUID, as in X-Request-Id"
            />
          )}
        </Field>
      </div>
      <TextField label="Credential or member (id)" name="who" value={query.who} />
      <TaskField value={query.task} />
      <TextField label="Release" name="release" value={query.release} />
      <DayFields from={query.from} before={query.before} />
    </FilterForm>
  );
}
