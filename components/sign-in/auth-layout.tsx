import type { ReactNode } from "react";
import { Mark } from "#components/ui/mark.tsx";
import styles from "./sign-in.module.css";

export function AuthLayout({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <main className={styles.page}>
      <div className={styles.brand}>
        <Mark size={28} />
        Forecasting gateway
      </div>
      <h1>{title}</h1>
      {children}
    </main>
  );
}

export function AuthHelp({ children }: { readonly children: ReactNode }) {
  return <p className={styles.help}>{children}</p>;
}

export function AuthError({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={styles.alert} role="alert">
      <strong>{title}</strong>
      <p>{children}</p>
    </div>
  );
}
