"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import type { SubmitEvent } from "react";
import { Field } from "#components/ui/field.tsx";
import styles from "#components/ui/filters.module.css";
import { PlainButton } from "#components/ui/plain-button.tsx";
import { readRecordsQuery } from "#lib/page-query.ts";
import { type RecordsQuery, routes } from "#lib/routes.ts";

const SHOWN = [
  { value: "attempts", label: "Attempts" },
  { value: "reviews", label: "Submissions and reviews" },
  { value: "credentials", label: "Credentials" },
  { value: "members", label: "Members" },
  { value: "everything", label: "Everything" },
];

interface RecordFiltersProps {
  readonly query: RecordsQuery;
  /** The codes to choose from. */
  readonly codes: readonly string[];
}

/** Filters that are kept in the address. Without JavaScript, the form still asks for the same address. */
export function RecordFilters({ query, codes }: RecordFiltersProps) {
  const router = useRouter();

  function apply(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]),
    );
    router.push(routes.records(readRecordsQuery(values)));
  }

  return (
    <search aria-label="Filter records">
      <form className={styles.filters} action={routes.records()} onSubmit={apply}>
        <Field label="Show">
          {(id) => (
            <select id={id} name="show" defaultValue={query.show}>
              {SHOWN.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Code">
          {(id) => (
            <select id={id} name="code" defaultValue={query.code ?? ""}>
              <option value="">any</option>
              {codes.map((code) => (
                <option key={code}>{code}</option>
              ))}
            </select>
          )}
        </Field>
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
        <PlainButton type="submit">Filter</PlainButton>
        <Link className={styles.clear} href={routes.records()}>
          Clear
        </Link>
      </form>
    </search>
  );
}
