"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import styles from "./navigation.module.css";
import { pagesFor } from "./pages.ts";

/** The pages that this role may open; the one that is open is marked. */
export function Navigation({ role, onFollow }: { readonly role: string; readonly onFollow: () => void }) {
  const path = usePathname();
  const isOpen = (href: string) => (href === "/" ? path === "/" : path === href || path.startsWith(`${href}/`));
  return (
    <div className={styles.navigation}>
      {pagesFor(role).map(({ label, pages }) => (
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
