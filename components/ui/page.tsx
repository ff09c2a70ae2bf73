import type { ReactNode } from "react";
import styles from "./page.module.css";

/** The margins of a page. */
export function Page({ narrow = false, children }: { readonly narrow?: boolean; readonly children: ReactNode }) {
  return <div className={narrow ? styles.narrow : styles.page}>{children}</div>;
}
