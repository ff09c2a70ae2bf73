import type { ReactNode } from "react";
import styles from "./form-actions.module.css";

/** The buttons at the end of a form. */
export function FormActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
