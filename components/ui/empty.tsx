import type { ReactNode } from "react";
import styles from "./empty.module.css";

/** What stands in the place of a list that has nothing in it: why, and what to do. */
export function Empty({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.title}>{title}</p>
      <div>{children}</div>
    </div>
  );
}
