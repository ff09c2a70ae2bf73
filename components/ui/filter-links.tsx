import Link from "next/link";
import styles from "./filter-links.module.css";

export interface FilterGroup {
  readonly label: string;
  readonly choices: readonly { readonly label: string; readonly href: string; readonly current: boolean }[];
}

/** Filters with few choices each: links, so that each choice has its address. */
export function FilterLinks({ label, groups }: { readonly label: string; readonly groups: readonly FilterGroup[] }) {
  return (
    <nav className={styles.filters} aria-label={label}>
      {groups.map((group) => (
        <ul key={group.label} className={styles.group} aria-label={group.label}>
          {group.choices.map((choice) => (
            <li key={choice.label}>
              <Link
                className={styles.choice}
                href={choice.href}
                aria-current={choice.current ? "true" : undefined}
                prefetch={false}
              >
                {choice.label}
              </Link>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  );
}
