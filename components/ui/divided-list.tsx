import type { ReactNode } from "react";
import styles from "./divided-list.module.css";

/** List of multi-line entries separated by hairlines. */
export function DividedList({ label, children }: { readonly label?: string; readonly children: ReactNode }) {
  return (
    <ul className={`plain-list ${styles.list}`} aria-label={label}>
      {children}
    </ul>
  );
}
