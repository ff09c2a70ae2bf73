import { type ReactNode, useId } from "react";
import styles from "./panel.module.css";

interface PanelProps {
  readonly title: string;
  /** Beside the title: a control, or a remark. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page under a heading of its own, set off by a line. */
export function Panel({ title, aside, children }: PanelProps) {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
