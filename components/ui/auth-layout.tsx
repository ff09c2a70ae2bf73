import type { ReactNode } from "react";
import styles from "./auth-layout.module.css";

/** A page outside the console: what one does before one is in. */
export function AuthLayout({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <main className={styles.screen}>
      <div className={styles.box}>
        <p className={styles.product}>Forecasting gateway</p>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}

/** Smaller words below the form. */
export function AuthHelp({ children }: { readonly children: ReactNode }) {
  return <p className={styles.help}>{children}</p>;
}
