import type { ReactNode } from "react";
import styles from "./divided-list.module.css";

/** Entries of several lines under one another, with a hairline between them. */
export function DividedList({ label, children }: { readonly label?: string; readonly children: ReactNode }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  );
}
