"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import styles from "./navigation.module.css";
import type { PageGroup } from "./pages.ts";

interface NavigationProps {
  readonly groups: readonly PageGroup[];
  readonly onFollow: () => void;
}

/** The pages that the reader may open; the one that is open is marked. */
export function Navigation({ groups, onFollow }: NavigationProps) {
  const path = usePathname();
  const isOpen = (href: string) => (href === "/" ? path === "/" : path === href || path.startsWith(`${href}/`));
  return (
    <div className={styles.navigation}>
      {groups.map(({ label, pages }) => (
        <section key={label} aria-label={label}>
          <h2 className={styles.group}>{label}</h2>
          <ul className={styles.pages}>
            {pages.map((page) => (
              <li key={page.href}>
                <Link
                  className={styles.page}
                  href={page.href}
                  onClick={onFollow}
                  aria-current={isOpen(page.href) ? "page" : undefined}
                >
                  {page.label}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
