"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import type { SubmitEvent } from "react";
import { Field } from "#components/ui/field.tsx";
import styles from "#components/ui/filters.module.css";
import { PlainButton } from "#components/ui/plain-button.tsx";
import { readForecastsQuery } from "#lib/page-query.ts";
import { type ForecastsQuery, routes } from "#lib/routes.ts";

/** Filters that are kept in the address. Without JavaScript, the form still asks for the same address. */
export function ForecastFilters({ query }: { readonly query: ForecastsQuery }) {
  const router = useRouter();

  function apply(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]),
    );
    router.push(routes.forecasts(readForecastsQuery(values)));
  }

  return (
    <search aria-label="Filter forecasts">
      <form className={styles.filters} action={routes.forecasts()} onSubmit={apply}>
        <div className={styles.wide}>
          <Field label="Task id">
            {(id) => (
              <input
                id={id}
                name="task"
                placeholder="sha256:…"
                defaultValue={query.task}
                pattern="\s*sha256:[a-f0-9]{64}\s*"
                title="sha256: and 64 hexadecimal digits"
              />
            )}
          </Field>
        </div>
        <Field label="Release">
          {(id) => <input id={id} name="release" placeholder="any" defaultValue={query.release} />}
        </Field>
        <Field label="From (UTC day)">
          {(id) => <input id={id} name="from" type="date" defaultValue={query.from} />}
        </Field>
        <Field label="Before (UTC day)">
          {(id) => <input id={id} name="before" type="date" defaultValue={query.before} />}
        </Field>
        <PlainButton type="submit">Filter</PlainButton>
        <Link className={styles.clear} href={routes.forecasts()}>
          Clear
        </Link>
      </form>
    </search>
  );
}
