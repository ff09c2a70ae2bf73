import { type ReactNode, useId } from "react";
import styles from "./field.module.css";

/** A control under its label, for filters. Gives the control its id. */
export function Field({ label, children }: { readonly label: string; readonly children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}
