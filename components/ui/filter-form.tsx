"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import type { ReactNode, SubmitEvent } from "react";
import styles from "./filters.module.css";
import { PlainButton } from "./plain-button.tsx";

interface FilterFormProps {
  /** What is filtered: "forecasts". */
  readonly what: string;
  /** The list's address without filters. */
  readonly action: string;
  readonly children: ReactNode;
}

/** Filters that are kept in the address. Without JavaScript, the form still asks for the same list. */
export function FilterForm({ what, action, children }: FilterFormProps) {
  const router = useRouter();

  function apply(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const search = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget)) {
      if (typeof value === "string" && value.trim() !== "") search.append(name, value.trim());
    }
    router.push(search.size === 0 ? action : `${action}?${search}`);
  }

  return (
    <search aria-label={`Filter ${what}`}>
      <form className={styles.filters} action={action} onSubmit={apply}>
        {children}
        <PlainButton type="submit">Filter</PlainButton>
        <Link className={styles.clear} href={action}>
          Clear
        </Link>
      </form>
    </search>
  );
}
