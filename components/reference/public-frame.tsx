import Link from "next/link";
import type { ReactNode } from "react";
import { SchemeButton } from "#components/ui/scheme-button.tsx";
import { routes } from "#lib/console/routes.ts";
import styles from "./public-frame.module.css";

/** The frame of pages that need no account. */
export function PublicFrame({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <header className={styles.header}>
        <strong>Forecasting gateway</strong>
        <span className={styles.tools}>
          <Link href={routes.signIn(routes.docs)}>Sign in</Link>
          <SchemeButton />
        </span>
      </header>
      <main className={styles.main}>{children}</main>
    </>
  );
}
