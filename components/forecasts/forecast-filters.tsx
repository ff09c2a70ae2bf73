"use client";

import { TextInput } from "@mantine/core";
import Link from "next/link";
import { useRouter } from "next/navigation";
import type { SubmitEvent } from "react";
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
        <TextInput
          className={styles.wide ?? ""}
          label="Task id"
          name="task"
          placeholder="sha256:…"
          defaultValue={query.task ?? ""}
          pattern="\s*sha256:[a-f0-9]{64}\s*"
          title="sha256: and 64 hexadecimal digits"
          size="xs"
        />
        <TextInput label="Release" name="release" placeholder="any" defaultValue={query.release ?? ""} size="xs" />
        <TextInput label="From (UTC day)" name="from" type="date" defaultValue={query.from ?? ""} size="xs" />
        <TextInput label="Before (UTC day)" name="before" type="date" defaultValue={query.before ?? ""} size="xs" />
        <PlainButton type="submit">Filter</PlainButton>
        <Link className={styles.clear} href={routes.forecasts()}>
          Clear
        </Link>
      </form>
    </search>
  );
}
