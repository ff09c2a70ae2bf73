import type { ReactNode } from "react";
import styles from "./page-head.module.css";

interface PageHeadProps {
  readonly title: ReactNode;
  /** One line on what the page shows. */
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
}

export function PageHead({ title, about, actions }: PageHeadProps) {
  return (
    <header className={styles.head}>
      <div className={styles.words}>
        <h1>{title}</h1>
        {about !== undefined && <p className={styles.about}>{about}</p>}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
