"use client";

import { NativeSelect, TextInput } from "@mantine/core";
import Link from "next/link";
import { useRouter } from "next/navigation";
import type { SubmitEvent } from "react";
import styles from "#components/ui/filters.module.css";
import { PlainButton } from "#components/ui/plain-button.tsx";
import { ERROR_CODES } from "#lib/contract/error-table.ts";
import { readRecordsQuery } from "#lib/page-query.ts";
import { type RecordsQuery, routes } from "#lib/routes.ts";

const SHOWN = [
  { value: "attempts", label: "Attempts" },
  { value: "reviews", label: "Submissions and reviews" },
  { value: "credentials", label: "Credentials" },
  { value: "members", label: "Members" },
  { value: "everything", label: "Everything" },
];

/** Filters that are kept in the address. Without JavaScript, the form still asks for the same address. */
export function RecordFilters({ query }: { readonly query: RecordsQuery }) {
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
        <NativeSelect label="Show" name="show" data={SHOWN} defaultValue={query.show ?? "attempts"} size="xs" />
        <NativeSelect
          label="Code"
          name="code"
          data={[{ value: "", label: "any" }, ...ERROR_CODES.map((code) => ({ value: code, label: code }))]}
          defaultValue={query.code ?? ""}
          size="xs"
        />
        <TextInput
          className={styles.wide ?? ""}
          label="Request id"
          name="request"
          placeholder="a UUID"
          defaultValue={query.request ?? ""}
          pattern="\s*[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\s*"
          title="A UUID, as in X-Request-Id"
          size="xs"
        />
        <PlainButton type="submit">Filter</PlainButton>
        <Link className={styles.clear} href={routes.records()}>
          Clear
        </Link>
      </form>
    </search>
  );
}
