import Link from "next/link";
import { plainWords } from "#lib/format.ts";
import { routes, type SubmissionsQuery } from "#lib/routes.ts";
import { STATUSES } from "#lib/submissions-query.ts";
import styles from "./submission-filters.module.css";

/** Whose, and in which state: links, so that each choice has its address. */
export function SubmissionFilters({ query }: { readonly query: SubmissionsQuery }) {
  const { whose, status } = query;
  const owners = [
    { label: "Mine", value: undefined },
    { label: "Everybody’s", value: "all" },
  ] as const;
  const states = [undefined, ...STATUSES];
  return (
    <nav className={styles.filters} aria-label="Filter submissions">
      <ul className={styles.group} aria-label="Whose">
        {owners.map(({ label, value }) => (
          <li key={label}>
            <Link
              className={styles.choice}
              href={routes.submissions({ whose: value, status })}
              aria-current={whose === value ? "true" : undefined}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <ul className={styles.group} aria-label="State">
        {states.map((value) => (
          <li key={value ?? "any"}>
            <Link
              className={styles.choice}
              href={routes.submissions({ whose, status: value })}
              aria-current={status === value ? "true" : undefined}
            >
              {value === undefined ? "any state" : plainWords(value)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
