import type { ReactNode } from "react";
import styles from "./table.module.css";

/** A table that scrolls within itself where it is too wide. `data-number` on a cell sets figures to the right. */
export function Table({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={styles.scroll} aria-label={label} tabIndex={0}>
      <table className={styles.table}>{children}</table>
    </section>
  );
}
