import type { ReactNode } from "react";
import styles from "./table.module.css";

interface TableProps {
  readonly label: string;
  /** On a narrow screen a row becomes a block, each cell behind what its `data-label` says. */
  readonly fold?: boolean;
  readonly children: ReactNode;
}

/** A table that scrolls within itself where it is too wide. `data-number` on a cell sets figures to the right. */
export function Table({ label, fold = false, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={styles.scroll} aria-label={label} tabIndex={0}>
      <table className={fold ? `${styles.table} ${styles.fold}` : styles.table}>{children}</table>
    </section>
  );
}
