import { type ReactNode, useId } from "react";
import styles from "./chart-section.module.css";

/** Chart sections side by side. Their headings, sentences, charts and captions are aligned. */
export function ChartRow({ children }: { readonly children: ReactNode }) {
  return (
    <div className={`panel ${styles.container}`}>
      <div className={styles.row}>{children}</div>
    </div>
  );
}

interface ChartSectionProps {
  readonly title: string;
  /** URL of the download. */
  readonly file?: string;
  /** States what the chart shows, for readers who cannot see it. */
  readonly sentence: ReactNode;
  /** Accessible name of the chart. */
  readonly label: string;
  readonly caption: ReactNode;
  /** The values of the chart. */
  readonly table: ReactNode;
  readonly children: ReactNode;
}

/** Chart with a sentence, a download, and a table that opens on request. */
export function ChartSection({ title, file, sentence, label, caption, table, children }: ChartSectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p>{sentence}</p>
      <figure className={styles.figure} aria-label={label}>
        <div className={styles.chart}>{children}</div>
        <figcaption className={styles.caption}>{caption}</figcaption>
      </figure>
      <div className={styles.more}>
        <details>
          <summary>Show table</summary>
          {table}
        </details>
        {file !== undefined && <a href={file}>Download CSV</a>}
      </div>
    </section>
  );
}
